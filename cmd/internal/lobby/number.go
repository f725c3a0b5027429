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
		numbers := map[string]int{}
		text, err := h.desk.Store.Note(ctx, numbersNote)
		if err != nil {
			return 0, h.judge(err)
		}
		if text != "" {
			if err := json.Unmarshal([]byte(text), &numbers); err != nil {
				return 0, err
			}
		}
		h.numbers = numbers
	}
	if n := h.numbers[id]; n > 0 {
		return n, nil
	}
	taken := map[int]bool{}
	for _, n := range h.numbers {
		taken[n] = true
	}
	n := 1
	for taken[n] {
		n++
	}
	h.numbers[id] = n
	return n, h.saveNumbers(ctx)
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
	for other, m := range h.numbers {
		if m == n {
			h.numbers[other] = before
		}
	}
	h.numbers[id] = n
	return h.saveNumbers(ctx)
}

// forgetNumber frees the number of a table.
func (h *Lobby) forgetNumber(ctx context.Context, id string) error {
	h.boardMu.Lock()
	defer h.boardMu.Unlock()
	if h.numbers[id] == 0 {
		return nil
	}
	delete(h.numbers, id)
	return h.saveNumbers(ctx)
}

// saveNumbers keeps the numbers; it is called under the lock of the board.
func (h *Lobby) saveNumbers(ctx context.Context) error {
	data, err := json.Marshal(h.numbers)
	if err != nil || h.broken.Load() {
		return err
	}
	return h.judge(h.desk.Store.SetNote(ctx, numbersNote, string(data)))
}
