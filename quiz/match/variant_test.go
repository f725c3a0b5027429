package match

import (
	"os"
	"slices"
	"testing"

	"kitpress/quiz"
)

// On the sheets of another variant the options have other letters, and the
// right answers stay the same; a row that is right is never shown as it is.
func TestVariants(t *testing.T) {
	for lang, bank := range shippedBanks() {
		moved, choices := 0, 0
		for i, q := range bank.Items() {
			if os.Getenv("KITPRESS_LONG") == "" && i%4 > 0 {
				continue
			}
			if v := q.Variant("A"); !slices.Equal(v.Options, q.Options) || !slices.Equal(v.Right, q.Right) {
				t.Errorf("%s %s: variant A is another one", lang, q.ID)
			}
			for _, name := range quiz.Variants()[1:] {
				v := q.Variant(name)
				if len(q.Options) > 1 && slices.Equal(v.Options, q.Options) || len(q.Right) > 1 && slices.Equal(v.Right, q.Right) {
					t.Errorf("%s %s: variant %s is the usual one", lang, q.ID, name)
				}
				if w := q.Variant(name); !slices.Equal(v.Options, w.Options) {
					t.Errorf("%s %s: variant %s changes", lang, q.ID, name)
				}
				c, _ := New(v.Question, lang)
				for _, key := range v.Keys() {
					if got := c.Check(key); got.Result != quiz.Right {
						t.Errorf("%s %s %s: its key %q is %s", lang, q.ID, name, key, describe(got))
					}
				}
				if q.Kind == quiz.Ordering && slices.EqualFunc(v.Options, q.Accept, func(o quiz.Option, id string) bool { return o.ID == id }) {
					t.Errorf("%s %s %s: the options stand in their right order", lang, q.ID, name)
				}
				if q.Kind == quiz.Choice && !q.Several {
					choices++
					if v.Keys()[0] != q.Keys()[0] {
						moved++
					}
				}
			}
		}
		if moved*3 < choices*2 {
			t.Errorf("%s: only %d of %d right options have another letter", lang, moved, choices)
		}
	}
}

// A choice of several that says how many need not be told so again.
func TestSaysHowMany(t *testing.T) {
	for _, x := range []struct {
		lang, ask string
		want      bool
	}{
		{"en", "Which help? Choose two.", true}, {"en", "Which help? Choose 2.", true}, {"en", "Which help?", false}, {"en", "What do the three do?", false},
		{"de", "Was hilft? Wähle zwei.", true}, {"de", "Was hilft?", false}, {"it", "Scegline due.", true}, {"fr", "Choisis-en deux.", true},
		{"ja", "二つ選んでください。", true}, {"ja", "2つ選んでください。", true}, {"ja", "二要素認証に使えるものは？", false},
	} {
		q := quiz.Item{Question: quiz.Question{Kind: quiz.Choice, Several: true, Ask: x.ask, Accept: []string{"a", "b"}}, Lang: x.lang}
		if got := q.SaysHowMany(); got != x.want {
			t.Errorf("%s %q: %v", x.lang, x.ask, got)
		}
	}
	for lang, bank := range shippedBanks() {
		for _, q := range bank.Items() {
			if q.Kind == quiz.Choice && q.Several && !q.SaysHowMany() {
				t.Errorf("%s %s does not say how many: %s", lang, q.ID, q.Ask)
			}
		}
	}
}

// In what is drawn no order and no matching has the letters of another, as
// long as there are others to draw.
func TestDrawRepeatsNoPattern(t *testing.T) {
	bank := shippedBanks()["en"]
	for seed := range uint64(200) {
		seen := map[string]string{}
		for _, q := range bank.Draw(seed, 24, quiz.Filter{}) {
			p := q.Pattern()
			if p != "" && seen[p] != "" {
				t.Errorf("seed %d: %s and %s have the key %s", seed, seen[p], q.ID, p)
			}
			seen[p] = q.ID
		}
	}
	for _, q := range bank.Items() {
		if p := q.Pattern(); p == "matching 1d, 2c, 3b, 4a" || p == "matching 1a, 2b, 3c, 4d" {
			t.Errorf("%s has the key %s", q.ID, p)
		}
	}
}
