package sheet

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"kitpress/layout"
)

// texts returns the texts of a page's furniture and where each is, upright.
func textsOf(items []layout.Item, m layout.Matrix) (words []string, at []layout.Rect) {
	for _, it := range items {
		switch it := it.(type) {
		case *layout.Text:
			words = append(words, it.Content)
			at = append(at, bounds([]layout.Item{it}, m)...)
		case *layout.Group:
			w, r := textsOf(it.Items, it.Transform.Then(m))
			words, at = append(words, w...), append(at, r...)
		}
	}
	return words, at
}

// places lists sheets with much and little waste, at every edge of the paper.
func places() []Job {
	return []Job{
		{Spec: "cards", Paper: "a4", Pieces: deck(10, 63, 88, 3), Sides: DuplexLong},
		{Spec: "cards", Paper: "a4", Pieces: deck(10, 63, 88, 3), Sides: DuplexShort},
		{Spec: "cards", Paper: "a4", Pieces: deck(10, 63, 88, 3), Sides: Fold},
		{Spec: "cards", Paper: "letter", Pieces: deck(10, 63, 88, 3), Sides: Fold},
		{Spec: "boards", Paper: "letter", Pieces: deck(2, 185, 130, 2), Sides: DuplexLong},
		{Spec: "boards", Paper: "a4", Pieces: deck(2, 185, 130, 2)},
		{Spec: "cards", Paper: "a5", Pieces: deck(3, 63, 88, 3)},
	}
}

func TestFurnitureSaysEverything(t *testing.T) {
	s := shipped(t)
	languages := map[string]Furniture{"de": furniture(t), "ja": furniture(t)}
	ja := languages["ja"]
	ja.Lang, ja.Title = "ja", "サイバーサバイバル・脅威カード"
	ja.Print100, ja.NoFit, ja.Measure = "倍率100 %で印刷", "「用紙に合わせる」は使わない", "定規で確認"
	ja.Front, ja.Back, ja.Turn = "表面", "裏面", "長辺とじで裏返す"
	ja.Sheet = func(i, n int) string { return fmt.Sprintf("シート %d/%d", i, n) }
	languages["ja"] = ja
	for lang, f := range languages {
		for _, job := range places() {
			job.Name, job.Furniture = "j", f
			pages, err := s.Impose(job)
			if err != nil {
				t.Errorf("%s %s %s %s: %v", lang, job.Spec, job.Paper, job.Sides, err)
				continue
			}
			for i, p := range pages {
				words, at := textsOf(view(t, p, job.Pieces).furniture, layout.Identity())
				all := strings.Join(words, " ")
				side, not := f.Front, f.Back
				if p.Role == layout.RoleBack {
					side, not = not, side
				}
				per := len(pages)
				if job.Sides == DuplexLong || job.Sides == DuplexShort {
					per /= 2
				}
				sheet := f.Sheet(i*per/len(pages)+1, per)
				squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
				paper, _ := s.Paper(job.Paper)
				for _, w := range []string{f.Title, sheet, f.Print100, f.NoFit, f.Measure, side, f.Turn, f.File, f.Licence, paper.Name, "50\u00a0mm"} {
					if !strings.Contains(squeeze(all), squeeze(w)) {
						t.Errorf("%s %s: %q is missing in %q", lang, p.Scene.Name, w, all)
					}
				}
				if strings.Contains(all, not) {
					t.Errorf("%s: says %q", p.Scene.Name, not)
				}
				for a := range at {
					for b := range a {
						if overlap(at[a].Inset(50), at[b].Inset(50)) {
							t.Errorf("%s: %q and %q overlap at %v", p.Scene.Name, words[a], words[b], at[a])
						}
					}
				}
			}
		}
	}
}

// The ruler is 50 mm long on every sheet, whichever way it lies.
func TestRulerIsTrue(t *testing.T) {
	s := shipped(t)
	for _, job := range places() {
		job.Name, job.Furniture = "j", furniture(t)
		pages, err := s.Impose(job)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pages {
			found := false
			for _, r := range bounds(view(t, p, job.Pieces).furniture, layout.Identity()) {
				found = found || max(r.W, r.H) == rulerLength && min(r.W, r.H) == rulerBar
			}
			if !found {
				t.Errorf("%s %s: no ruler of 50 mm", job.Paper, p.Scene.Name)
			}
		}
	}
}

func TestFurnitureRefuses(t *testing.T) {
	s := shipped(t)
	tests := []struct {
		name   string
		change func(*Furniture)
		want   string
	}{
		{"long title", func(f *Furniture) { f.Title = strings.Repeat("Endloser Titel ", 40) }, "shorten title"},
		{"long word", func(f *Furniture) { f.File = strings.Repeat("x", 300) }, "shorten title"},
		{"long measure", func(f *Furniture) { f.Measure = "mit einem genauen Lineal sorgfältig und in aller Ruhe nachmessen" }, "under the ruler"},
		{"missing letter", func(f *Furniture) { f.Licence = "\U00013000" }, "cannot be set"},
	}
	for _, tt := range tests {
		f := furniture(t)
		tt.change(&f)
		job := Job{Name: "cs_threats", Spec: "cards", Paper: "a4", Pieces: deck(30, 63, 88, 3), Furniture: f}
		_, err := s.Impose(job)
		if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one error with %q", tt.name, err, tt.want)
		}
	}
}

// What a whole sheet is made of, as text.
func TestSheetDump(t *testing.T) {
	s := shipped(t)
	pieces := deck(3, 63, 88, 3)
	pieces[2].Back, pieces[1].Back = pieces[0].Back, pieces[0].Back
	job := Job{Name: "sheet", Spec: "cards", Paper: "a4", Pieces: pieces, Sides: DuplexShort, Furniture: furniture(t)}
	pages, err := s.Impose(job)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	for _, p := range pages {
		if err := layout.Dump(&b, p.Scene); err != nil {
			t.Fatal(err)
		}
	}
	golden(t, "sheet.txt", b.String())
}
