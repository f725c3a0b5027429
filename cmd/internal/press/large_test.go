package press

import (
	"iter"
	"math"
	"os"
	"strings"
	"testing"
	"unicode"

	"kitpress/layout"
	"kitpress/layout/sheet"
)

// TestLargePrint measures every text of every card in large print: 12 pt or
// more. Pieces as large as the paper cannot grow, and books are as large as it.
func TestLargePrint(t *testing.T) {
	t.Run(ReadingLarge, func(t *testing.T) {
		largePrint(t, ReadingLarge, "Source Sans 3", "cyber-survival", "online", "cyber-siege", "attacker-placement")
	})
	t.Run(ReadingEasy, func(t *testing.T) {
		largePrint(t, ReadingEasy, "Atkinson Hyperlegible Next", "cyber-survival", "attacker-placement")
	})
}

func largePrint(t *testing.T, reading, family string, games ...string) {
	if os.Getenv("KITPRESS_LONG") == "" {
		games = games[:1]
	}
	locals, _, err := Localise(t.Context(), Request{Games: games, Langs: []string{"de"}, Reading: reading})
	if err != nil {
		t.Fatal(err)
	}
	jobs, err := Plan(locals)
	if err != nil {
		t.Fatal(err)
	}
	cards, books := 0, 0
	_, _, err = Run(t.Context(), jobs, func(s *Sheets) (File, error) {
		if s.booklet() {
			t.Errorf("%s has no paper that is large enough", s.Job.Name)
		}
		if s.ID == "rulebook" {
			books++
			if size := s.Pages[0].Scene.Size; size.H != layout.MM(297) || s.Paper != "a4" {
				t.Errorf("%s has pages of %v", s.Job.Name, size)
			}
		}
		if s.Sheet != "cards" && s.Sheet != "large-cards" {
			return s.File(".pdf"), nil
		}
		for _, face := range s.faces {
			if face == nil {
				continue
			}
			cards++
			for other := range familiesOf(face.Items) {
				if other != family {
					t.Errorf("%s is set in %s", face.Name, other)
				}
			}
			if small := smallestText(face.Items, 1); small < sheet.LargeText-layout.Micrometre {
				t.Errorf("%s has text of %v mm", face.Name, small)
				break
			}
		}
		return s.File(".pdf"), nil
	}, nil)
	if err != nil || cards == 0 || books != len(games) {
		t.Fatal(cards, books, err)
	}
}

// familiesOf yields the family of each text with Latin letters among items: a family
// may lack others.
func familiesOf(items []layout.Item) iter.Seq[string] {
	return func(yield func(string) bool) {
		Walk(items, layout.Identity(), func(items []layout.Item, _ layout.Matrix) bool {
			for _, item := range items {
				if t, ok := item.(*layout.Text); ok && strings.ContainsFunc(t.Content, isLatin) && !yield(t.Face.Family) {
					return false
				}
			}
			return true
		})
	}
}

func isLatin(r rune) bool { return unicode.Is(unicode.Latin, r) }

func smallestText(items []layout.Item, scale float64) layout.Length {
	small := layout.Length(math.MaxInt32)
	grow := func(m layout.Matrix) float64 {
		if m == (layout.Matrix{}) {
			return scale
		}
		return scale * math.Hypot(m.A, m.B)
	}
	for _, item := range items {
		switch it := item.(type) {
		case *layout.Text:
			small = min(small, it.Size.Mul(scale))
		case *layout.Group:
			small = min(small, smallestText(it.Items, grow(it.Transform)))
		case *layout.Use:
			small = min(small, smallestText(it.Symbol.Items, grow(it.Transform)))
		}
	}
	return small
}
