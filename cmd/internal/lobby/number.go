package lobby

import (
	"context"
	"encoding/json"
)

// numbersNote is the note with the numbers of tables.
const numbersNote = "numbers"

// Number returns the number of a table: it gets the lowest that no other has
// when it is first asked for, and keeps it until its match is deleted.
func (h *Lobby) Number(ctx context.Context, id string) (int, error) {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	if h.numbers == nil {
		text, err := h.desk.Store.Note(ctx, numbersNote)
		if err != nil {
			return 0, h.judge(err)
		}
		if h.numbers, err = readNumbers(text); err != nil {
			return 0, err
		}
	}
	if n := h.numbers[id]; n > 0 {
		return n, nil
	}
	err := neighbours{h}.changeNumbers(ctx, func(numbers map[string]int) { number(numbers, id) })
	return h.numbers[id], err
}

// number gives a table the lowest number that no other has, if it has none.
func number(numbers map[string]int, id string) {
	taken := map[int]bool{}
	for _, n := range numbers {
		taken[n] = true
	}
	for n := 1; numbers[id] == 0; n++ {
		if !taken[n] {
			numbers[id] = n
		}
	}
}

func readNumbers(text string) (map[string]int, error) {
	numbers := map[string]int{}
	if text == "" {
		return numbers, nil
	}
	return numbers, json.Unmarshal([]byte(text), &numbers)
}

// SetNumber gives a table a number that was decided before; a table that had it
// takes the other's.
func (h *Lobby) SetNumber(ctx context.Context, id string, n int) error {
	before, err := h.Number(ctx, id)
	if err != nil || before == n {
		return err
	}
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	return neighbours{h}.changeNumbers(ctx, func(numbers map[string]int) {
		for other, m := range numbers {
			if m == n {
				numbers[other] = numbers[id]
			}
		}
		numbers[id] = n
	})
}

// forgetNumber frees the number of a table.
func (h *Lobby) forgetNumber(ctx context.Context, id string) error {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	return neighbours{h}.changeNumbers(ctx, func(numbers map[string]int) { delete(numbers, id) })
}

// changeNumbers changes the numbers as the store has them, and keeps them; it is
// called under the lock of the board.
func (h neighbours) changeNumbers(ctx context.Context, change func(map[string]int)) error {
	if h.broken.Load() { // nothing more is written
		if h.numbers == nil {
			h.numbers = map[string]int{}
		}
		change(h.numbers)
		return nil
	}
	return h.judge(h.desk.Store.ChangeNote(ctx, numbersNote, func(text string) (string, error) {
		numbers, err := readNumbers(text)
		if err != nil {
			return "", err
		}
		before := len(numbers)
		if change(numbers); len(numbers) == 0 && before == 0 {
			h.numbers = numbers
			return text, nil
		}
		data, err := json.Marshal(numbers)
		h.numbers = numbers
		return string(data), err
	}))
}
