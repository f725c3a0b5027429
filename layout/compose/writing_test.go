package compose

import (
	"testing"

	"kitpress/layout"
)

// Fields to write in have room for the hand of a twelve-year-old: 8 mm, on
// worksheets, slips and score sheets of every game.
func TestFieldsHaveRoomForAHand(t *testing.T) {
	const least = 8 * layout.Millimetre
	shippedGames(t, "", func(t *testing.T, c *Composer) {
		fields := func(s *layout.Scene, err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			found := writingFields(s.Items, nil)
			if len(found) == 0 {
				t.Errorf("%s: no field", s.Name)
			}
			for _, r := range found {
				if min(r.W, r.H) < least {
					t.Errorf("%s: a field of %s × %s mm", s.Name, r.W, r.H)
				}
			}
		}
		for kind, wide := range map[string]int{"tick": 88, "ordering": 88, "pair": 182, "number": 182, "write": 182} {
			lines := []string{"one", "two", "three", "four", "five"}
			if kind == "pair" {
				lines = lines[:2]
			}
			s, ps := c.Draw("worksheet-question", map[string]any{
				"kind": kind, "wide": wide, "high": 60, "more": 0, "size": 8, "number": "1", "picture": "key", "ask": "What?", "how": "Tick.", "unit": "km",
				"marks": []string{"a", "b", "c", "d", "e"}, "lines": lines, "rights": nil, "right": nil, "need": 1,
			})
			fields(s, ps.Err())
		}
		s, ps := c.Draw("answer-slip", map[string]any{"title": "Slip", "name": "Name", "question": "Question", "answer": "Answer", "points": "Points", "letters": []string{"a", "b"}})
		fields(s, ps.Err())
		s, ps = c.Draw("handout-head", map[string]any{"wide": 182, "title": "Worksheet", "kicker": "", "label": "Name", "class": "Class", "date": "Date", "points": "Points", "of": "12", "note": ""})
		fields(s, ps.Err())
		for _, d := range c.game.Decks {
			if d.ID == "score-pads" || d.ID == "score-sheets" {
				s, ps := c.Face(d.ID, d.Cards[0].ID, Front)
				fields(s, ps.Err())
			}
		}
	})
}

// writingFields returns what is drawn as a field to write in: a rectangle with
// round corners and an outline in ink, on paper.
func writingFields(items []layout.Item, found []layout.Rect) []layout.Rect {
	const disc = 6 // verbs
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Group:
			found = writingFields(it.Items, found)
		case *layout.Path:
			inked := it.Stroke != nil && (it.Stroke.Paint.Role == "ink" || it.Stroke.Paint.Role == "mute")
			if inked && (it.Fill == nil || it.Fill.Role == "paper") && len(it.Outline.Verbs) > disc {
				found = append(found, it.Outline.Bounds())
			}
		}
	}
	return found
}
