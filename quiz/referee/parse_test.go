package referee_test

import (
	"testing"

	"kitpress/quiz/referee"
)

// Capitals do not matter, and small words stand for the argument that the
// value behind them fits.
func TestParseAsPeopleType(t *testing.T) {
	m := start(t, "red", "blue", "green")
	for typed, line := range map[string]string{
		"red push blue by one":         "red push blue by one",
		"RED Push Blue BY One":         "red push blue by one",
		"red push blue with two":       "red push blue by two",
		"Red PUSH whom blue, green":    "red push blue green",
		"red push blue on green":       "", // a second name for what was said already
		"red roll 3 NOTE It fell Off":  "red roll 3 note It fell Off",
		"red push blue with":           "",
		"red push blue by one by two":  "",
		`red push "blue" to two`:       "red push blue by two",
		"red push by two whom blue":    "red push blue by two",
		"red push blue with two green": "",
	} {
		c, no := m.Parse(typed)
		switch {
		case no != nil && line != "":
			t.Errorf("%q: %+v", typed, no)
		case no == nil && m.Line(c) != line:
			t.Errorf("%q is read as %q, want %q", typed, m.Line(c), line)
		}
	}
}

// Options are read as people say them.
func TestOptionValues(t *testing.T) {
	onOff := referee.Option{Name: "quiz", Values: []string{"off", "on"}}
	yesNo := referee.Option{Name: "scores", Values: []string{"yes", "no"}}
	other := referee.Option{Name: "teams", Values: []string{"usual", "alone"}}
	for _, tc := range []struct {
		o           referee.Option
		typed, want string
	}{
		{onOff, "yes", "on"}, {onOff, "No", "off"}, {onOff, "ON", "on"}, {onOff, "true", "on"}, {onOff, "maybe", ""}, {onOff, "", ""},
		{yesNo, "on", "yes"}, {yesNo, "off", "no"}, {yesNo, "yes", "yes"},
		{other, "Alone", "alone"}, {other, "yes", ""},
	} {
		if got, ok := tc.o.Read(tc.typed); got != tc.want || ok != (tc.want != "") {
			t.Errorf("%s=%s is read as %q, %v", tc.o.Name, tc.typed, got, ok)
		}
	}
	s := referee.Setup{Options: map[string]string{"quiz": "yes"}}
	if got := s.Option(onOff); got != "on" {
		t.Errorf("agreed on %q", got)
	}
}
