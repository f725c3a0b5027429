package match

import (
	"testing"

	"kitpress/quiz"
)

// An order may be given in letters, in numbers of the options, or in the place
// of each letter, as a box before it asks for.
func TestOrderNotations(t *testing.T) {
	five := quiz.Question{Kind: quiz.Ordering, Options: lettered([]string{"Report", "Wait", "Check", "Ask", "Pay"}, "abcde"), Accept: []string{"d", "c", "a", "e", "b"}}
	four := quiz.Question{Kind: quiz.Ordering, Options: five.Options[:4], Accept: []string{"d", "a", "b", "c"}}
	three := quiz.Question{Kind: quiz.Ordering, Options: five.Options[:3], Accept: []string{"b", "c", "a"}}
	figures := quiz.Question{Kind: quiz.Ordering, Options: lettered([]string{"2 days", "1 day", "3 days"}, "abc"), Accept: []string{"b", "a", "c"}}
	for _, x := range []struct {
		q      quiz.Question
		given  string
		want   quiz.Result
		reason quiz.Reason
		read   string
	}{
		{five, "d c a e b", quiz.Right, quiz.Complete, ""},
		{five, "d→c→a→e→b", quiz.Right, quiz.Complete, ""},
		{five, "3 5 2 1 4", quiz.Right, quiz.Complete, "d c a e b"}, // places of a to e
		{five, "35214", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "３、５、２、１、４", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "a3 b5 c2 d1 e4", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "a: 3, b: 5, c: 2, d: 1, e: 4", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "1d 2c 3a 4e 5b", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "1. d 2. c 3. a 4. e 5. b", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "b5 a3 d1 c2 e4", quiz.Right, quiz.Complete, "d c a e b"},
		{five, "4 3 1 5 2", quiz.Right, quiz.Complete, "d c a e b"}, // numbers of the options
		{five, "3 5 2 4 1", quiz.Wrong, quiz.OtherOrder, "c e b d a"},
		{five, "a3 b5 c2 d4 e1", quiz.Wrong, quiz.OtherOrder, "e c a d b"},
		{five, "a4 b3 c1 d5 e2", quiz.Wrong, quiz.OtherOrder, "c e b a d"}, // letters leave no choice
		{five, "3 5 2 1", quiz.Wrong, quiz.Missing, ""},
		{five, "3 5 2 1 1", quiz.Wrong, quiz.Twice, ""},
		{five, "a3 b5 c2 d1 e9", quiz.Invalid, quiz.NoOption, ""},
		{four, "4 1 2 3", quiz.Right, quiz.Complete, "d a b c"},
		{four, "2 3 4 1", quiz.Right, quiz.Complete, "d a b c"},
		{three, "2 3 1", quiz.Right, quiz.Complete, "b c a"},
		{three, "3 1 2", quiz.Nearly, quiz.TwoOrders, "b c a"}, // as wrong as right
		{three, "a3 b1 c2", quiz.Right, quiz.Complete, "b c a"},
		{three, "3 2 1", quiz.Wrong, quiz.OtherOrder, "c b a"},
		{figures, "b a c", quiz.Right, quiz.Complete, ""},
		{figures, "1 day, 2 days, 3 days", quiz.Right, quiz.Complete, ""},
	} {
		if v := Check(x.q, "en", x.given); v.Result != x.want || v.Reason != x.reason || v.Read != x.read {
			t.Errorf("%q: %s, read as %q; want %s (%s), read as %q", x.given, describe(v), v.Read, x.want, x.reason, x.read)
		}
	}
}
