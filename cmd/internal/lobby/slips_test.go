package lobby

import (
	"errors"
	"fmt"
	"testing"

	"kitpress/cmd/internal/desk"
	"kitpress/quiz/referee"
	"kitpress/quiz/store/storetest"
)

// A finger that slips taps what it has just tapped: the second tap was made for
// the same moves and counts once. Whoever means it twice has seen the first.
func TestSlips(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	red, _ := let(t, h, table, referee.RoleSeat, "red")
	op := 0
	enter := func(g Guest, e desk.Submission, seen int) desk.Result {
		t.Helper()
		op++
		e.Op, e.Seen, e.Expect = fmt.Sprint("op", op), &seen, expect(table.match.Play.Seq())
		res, err := table.Record(t.Context(), g, e)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	verb := func(line string) desk.Submission {
		c, no := table.match.Play.Parse(line)
		if no != nil {
			t.Fatal(no.Why.ID)
		}
		return desk.Submission{Command: c}
	}
	enter(ref, verb("deal phishing malware data-loss ransomware"), 0)
	if res := enter(ref, verb("deal phishing malware data-loss ransomware"), 0); !res.Repeated || res.Entry.Record.Seq != 1 {
		t.Errorf("the second tap: %+v", res)
	}
	enter(red, verb("red roll BEH BEH BEH BEH"), 1)
	draw := verb("red draw BEH")
	first := enter(red, draw, 2)
	if res := enter(red, draw, 2); !res.Repeated || res.Entry.Record.Seq != first.Entry.Record.Seq {
		t.Errorf("the second tap draws again: %+v", res)
	}
	if res := enter(red, draw, 3); res.Repeated || res.Refusal != nil {
		t.Errorf("drawing twice, having seen the first: %+v", res)
	}
	undo := desk.Submission{Undo: true}
	enter(red, undo, 4)
	if res := enter(red, undo, 4); !res.Repeated || table.match.Play.Seq() != 5 {
		t.Errorf("the second tap takes back more: %+v", res)
	}
	if res := enter(red, draw, 4); res.Repeated || res.Refusal != nil {
		t.Errorf("what was taken back is entered again: %+v", res)
	}
	if res := enter(ref, verb("red draw BEH"), 4); res.Repeated {
		t.Errorf("another device's tap counts as the same: %+v", res)
	}
}

// An operation is one entry: under the same name no other one is lost.
func TestReused(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	if _, err := table.Record(t.Context(), ref, desk.Submission{Command: deal, Op: "x"}); err != nil {
		t.Fatal(err)
	}
	for _, e := range []desk.Submission{{Command: roll, Op: "x"}, {Undo: true, Op: "x"}} {
		if _, err := table.Record(t.Context(), ref, e); !errors.Is(err, desk.ErrReused) {
			t.Errorf("%+v: %v", e, err)
		}
	}
}

// Nothing in a log commands a terminal or turns the writing around.
func TestPlainReasons(t *testing.T) {
	h, _ := newLobby(storetest.New(t))
	table := begin(t, h)
	ref, _ := let(t, h, table, referee.RoleReferee, "")
	c := deal
	c.Args = referee.Args{"threats": {"phishing", "malware"}}
	res, err := table.Record(t.Context(), ref, desk.Submission{Command: c, Ruling: " two\x1b[2J\u202e \x07are\n\x00enough\ufffd\xff "})
	if err != nil || res.Refusal != nil {
		t.Fatal(err, res.Refusal)
	}
	if got := res.Entry.Record.Ruling.Reason; got != "two[2J are enough" {
		t.Errorf("%q", got)
	}
}
