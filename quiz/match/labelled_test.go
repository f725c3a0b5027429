package match

import (
	"testing"

	"kitpress/quiz"
)

// A tally counts verdicts against what was expected.
type tally struct {
	total, agree                        int
	right, rightAsWrong, rightAsNearly  int
	falseRight, nearly, nearlyAsWrong   int
	invalid, invalidMissed, wrongAsNear int
}

func (c *tally) count(want, got quiz.Result) {
	c.total++
	if want == got {
		c.agree++
	}
	switch want {
	case quiz.Right:
		c.right++
		switch got {
		case quiz.Wrong, quiz.Invalid:
			c.rightAsWrong++
		case quiz.Nearly:
			c.rightAsNearly++
		}
	case quiz.Nearly:
		c.nearly++
		if got == quiz.Wrong {
			c.nearlyAsWrong++
		}
	case quiz.Wrong:
		if got == quiz.Nearly {
			c.wrongAsNear++
		}
	case quiz.Invalid:
		c.invalid++
		if got != quiz.Invalid {
			c.invalidMissed++
		}
	}
	if want != quiz.Right && got == quiz.Right {
		c.falseRight++
	}
}

// The bars on answers labelled before the matcher was written: nothing that
// is not right counts, and at most 2 % of what is right is judged wrong. The
// halves are held apart, since only one was looked at while it was made.
func TestLabelledTuning(t *testing.T) { testLabelled(t, "tuning") }

func TestLabelledHeldOut(t *testing.T) { testLabelled(t, "held-out") }

// The third part was written when the matcher was done, to see what nobody had
// thought of.
func TestLabelledLater(t *testing.T) { testLabelled(t, "later") }

func TestLabelledBlind(t *testing.T) { testLabelled(t, "blind") }

// The fifth part answers the questions that come with kitpress, as pupils and
// grown-ups write.
func TestLabelledReal(t *testing.T) { testLabelled(t, "real") }

func TestLabelledFresh(t *testing.T) { testLabelled(t, "fresh") }

// The seventh part answers questions for a number with words of the question
// beside it: 256 bits, port 443. Its smaller half was looked at while this was
// made.
func TestLabelledBesideTuning(t *testing.T) { testLabelled(t, "beside-tuning") }

func TestLabelledBeside(t *testing.T) { testLabelled(t, "beside") }

// The eighth was written after that.
func TestLabelledBesideFresh(t *testing.T) { testLabelled(t, "beside-fresh") }

// The ninth part is what people type on phones: no umlauts, what autocorrection
// makes of it, emoji, trailing spaces, voice input.
func TestLabelledPhones(t *testing.T) { testLabelled(t, "phones") }

// written are the parts that were written after the matcher and hold no bar
// but that nothing wrong counts.
var written = map[string]bool{"later": true, "blind": true, "real": true, "fresh": true, "beside-tuning": true, "beside-fresh": true}

func testLabelled(t *testing.T, half string) {
	var c tally
	list := labelled(t, half)
	if len(list) < 200 && !written[half] {
		t.Errorf("only %d answers, want at least 200", len(list))
	}
	for _, x := range list {
		got := Check(x.q, x.lang, x.answer)
		c.count(x.want, got.Result)
		if got.Result != x.want {
			t.Logf("%s %s: %q (%s): %s, want %s", x.pos, x.id, x.answer, x.why, describe(got), x.want)
		}
		if got.Point() != (got.Result == quiz.Right) {
			t.Errorf("%s: %s earns a point: %v", x.pos, got.Result, got.Point())
		}
	}
	t.Logf("%s: %d answers, %.1f %% as expected; of %d right ones %d judged wrong, %d nearly; %d others judged right; of %d nearly right ones %d judged wrong; %d wrong ones judged nearly; of %d invalid ones %d judged otherwise",
		half, c.total, 100*float64(c.agree)/float64(c.total), c.right, c.rightAsWrong, c.rightAsNearly, c.falseRight, c.nearly, c.nearlyAsWrong, c.wrongAsNear, c.invalid, c.invalidMissed)
	if c.falseRight > 0 {
		t.Errorf("%s: %d answers that are not right count", half, c.falseRight)
	}
	if 100*c.rightAsWrong > 2*c.right && !written[half] {
		t.Errorf("%s: %d of %d right answers are judged wrong, more than 2 %%", half, c.rightAsWrong, c.right)
	}
}
