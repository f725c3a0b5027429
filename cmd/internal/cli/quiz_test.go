package cli

import (
	"encoding/json"
	"strings"
	"testing"

	"kitpress/quiz"
)

func TestQuizCheckAsJSON(t *testing.T) {
	code, stdout, stderr := run(t.Context(), nil, "quiz", "check", "--json", "--lang", "de", "--accept", "Köln", "KOELN")
	var got struct {
		Answer, Lang, Verdict, Reason, Accepted, Message string
		Point                                            bool
		Matcher                                          int
		Foldings                                         []string
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || code != 0 || stderr != "" {
		t.Fatalf("code %d, %v\n%s%s", code, err, stdout, stderr)
	}
	if got.Answer != "KOELN" || got.Lang != "de" || got.Verdict != "right" || got.Reason != "umlaut" || got.Accepted != "Köln" ||
		!got.Point || got.Matcher != quiz.Version || strings.Join(got.Foldings, " ") != "case umlaut" || !strings.Contains(got.Message, "„Köln“") {
		t.Errorf("%+v", got)
	}
}
