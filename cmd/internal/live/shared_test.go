package live

import (
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"kitpress/quiz/store/storetest"
)

// Two programs hold one quiz: phones may be at either, and nothing of what they
// say is lost or counted twice.
func TestAQuizOfTwoPrograms(t *testing.T) {
	bank := banks(t)
	_, stores := storetest.Shared(t, 2)
	a, b := NewRooms(bank, rand.Reader, stores[0]), NewRooms(bank, rand.Reader, stores[1])
	teacher, _ := bank("de")
	ids := twelve(teacher)[:3]
	room, err := a.Begin(Setup{Lang: "de", Questions: ids}, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	if b.ByPIN("x") != nil || b.ByPIN(room.PIN) == nil || b.Room(room.ID) == nil {
		t.Fatal("the other program does not know the room")
	}
	at := func(i int) *Room { return []*Rooms{a, b}[i%2].Room(room.ID) }
	var class sync.WaitGroup
	for i := range 20 {
		class.Go(func() {
			if err := at(i).Join("Ada", langs[i%3], "", fmt.Sprint(i)); err != nil {
				t.Error(err)
			}
		})
	}
	class.Wait()
	for n, id := range ids {
		if err := at(n).Next(time.Time{}); err != nil {
			t.Fatal(err)
		}
		waits := at(1).Changed()
		for i := range 20 {
			class.Go(func() {
				for again := range 2 { // a phone sends it again, to the other program
					if err := at(i+again).Answer(fmt.Sprint(i), id, "zzz", time.Time{}); err != nil {
						t.Error(err)
					}
				}
			})
		}
		class.Wait()
		b.Hear(t.Context(), noteOf(room.ID))
		select {
		case <-waits:
		default:
			t.Error("a device at the other program is not told")
		}
		for i := range 2 {
			if v, err := at(i).Teacher(); err != nil || v.Pupils != 20 || v.Answered != 20 {
				t.Errorf("%d pupils, %d answers, %v", v.Pupils, v.Answered, err)
			}
		}
		if err := at(n + 1).Next(time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	if x, y := at(0).Rows(), at(1).Rows(); len(x) != 60 || fmt.Sprint(x) != fmt.Sprint(y) {
		t.Errorf("%d answers: %v\n%v", len(x), x, y)
	}
	if err := b.Close(room.ID); err != nil {
		t.Fatal(err)
	}
	if a.Room(room.ID) != nil || a.ByPIN(room.PIN) != nil {
		t.Error("closed at one program, it is open at the other")
	}
	for _, note := range []string{noteOf(room.ID), roomsNote} {
		if text, _ := stores[0].Note(t.Context(), note); strings.Contains(text, "Ada") || strings.Contains(text, room.ID) {
			t.Errorf("%s says %s", note, text)
		}
	}
}
