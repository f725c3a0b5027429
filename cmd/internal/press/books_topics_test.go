package press

import (
	"context"
	"strings"
	"testing"
)

// guideOf returns the topics a guide has pages for, as its bookmarks name them.
func guideOf(t *testing.T, topics ...string) (pages int, titles string, err error) {
	t.Helper()
	req := Request{Games: []string{"cyber-survival"}, Langs: []string{"en"}, Only: []string{"threat-guide"}, Topics: topics, Format: FormatPDF}
	locals, _, err := Localise(context.Background(), req)
	if err != nil {
		return 0, "", err
	}
	jobs, err := Plan(locals)
	if err != nil {
		return 0, "", err
	}
	_, _, err = Run(context.Background(), jobs, func(s *Sheets) (File, error) {
		for _, b := range s.Document.Bookmarks {
			titles += b.Title + "\n"
		}
		pages = len(s.Document.Pages)
		return s.File(".pdf"), nil
	}, nil)
	return pages, titles, err
}

// A guide explains the topics that were chosen: by name, code or kind.
func TestGuideOfSomeTopics(t *testing.T) {
	all, titles, err := guideOf(t)
	if err != nil || !strings.Contains(titles, "Phishing") || !strings.Contains(titles, "Data loss") {
		t.Fatalf("%d pages, %v\n%s", all, err, titles)
	}
	some, titles, err := guideOf(t, "Data-Loss", "7f3k-r")
	if err != nil || some >= all/2 || !strings.Contains(titles, "Phishing") || !strings.Contains(titles, "Data loss") || strings.Contains(titles, "Ransomware") {
		t.Errorf("%d of %d pages, %v\n%s", some, all, err, titles)
	}
	kind, titles, err := guideOf(t, "threat")
	if err != nil || kind > all || kind <= some || !strings.Contains(titles, "Phishing") {
		t.Errorf("%d of %d pages, %v\n%s", kind, all, err, titles)
	}
	if _, _, err := guideOf(t, "phisching"); err == nil || !strings.Contains(err.Error(), `--topics: unknown value "phisching"`) {
		t.Errorf("a topic nobody knows: %v", err)
	}
}
