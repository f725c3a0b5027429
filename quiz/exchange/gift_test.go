package exchange

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"kitpress/quiz"
)

// The texts are parsed by a strict grammar of GIFT, written from Moodle's
// documentation of the format and the rules its importer follows. It is not
// Moodle: what only a running Moodle would refuse, it cannot see.
func TestGIFT(t *testing.T) {
	eachSet(t, "gift", func(t *testing.T, items []quiz.Item, data []byte) {
		read := map[string][]string{}
		for _, q := range parseGIFT(t, string(data)) {
			read[q.name] = q.lines
		}
		sameKeys(t, items, likeness{because: true, wrong: true, explain: true}, read)
	})
	f, _ := Find("gift")
	var b strings.Builder
	if _, err := f.Write(&b, fixture(), Meta{Title: "Test", Lang: "en"}); err != nil {
		t.Fatal(err)
	}
	golden(t, "gift.txt", b.String())
}

type giftQuestion struct {
	name  string
	lines []string
}

// parseGIFT parses a file: questions are separated by blank lines.
func parseGIFT(t *testing.T, text string) []giftQuestion {
	t.Helper()
	var list []giftQuestion
	category := ""
	for _, block := range regexp.MustCompile(`\n[ \t]*\n`).Split(strings.TrimRight(text, "\n"), -1) {
		var kept []string
		tagged := 0
		for _, line := range strings.Split(block, "\n") {
			if strings.HasPrefix(strings.TrimSpace(line), "//") {
				tagged += strings.Count(line, "[tag:") + strings.Count(line, "[id:")
				continue
			}
			kept = append(kept, line)
		}
		body := strings.TrimSpace(strings.Join(kept, "\n"))
		if c, ok := strings.CutPrefix(body, "$CATEGORY:"); ok {
			category = strings.TrimSpace(c)
			continue
		}
		q, err := parseGIFTQuestion(body)
		if err != nil {
			t.Fatalf("%v in\n%s", err, body)
		}
		if category == "" || tagged < 3 {
			t.Errorf("%s has no category or no tags", q.name)
		}
		list = append(list, q)
	}
	return list
}

// signs marks the signs that are not escaped by putting them into a private
// area, and takes the backslashes off the others, as the importer does.
func signs(s string) (string, error) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c == '\\':
			if i++; i == len(s) || !strings.ContainsRune(`~=#{}:\n`, rune(s[i])) {
				return "", fmt.Errorf("a backslash before nothing it escapes at %d", i)
			}
			if s[i] == 'n' {
				b.WriteByte('\n')
			} else {
				b.WriteByte(s[i])
			}
		case strings.IndexByte("~=#{}:", c) >= 0:
			b.WriteRune(0xE000 + rune(c))
		case c == '\n':
			b.WriteRune(0xE000 + '\n')
		default:
			b.WriteByte(c)
		}
	}
	return b.String(), nil
}

const (
	sTilde, sEqual, sHash, sOpen, sClose, sColon, sLine = "\uE07E", "\uE03D", "\uE023", "\uE07B", "\uE07D", "\uE03A", "\uE00A"
)

var anySign = regexp.MustCompile("[\uE000-\uE0FF]")

// plainGIFT takes the name of the format off a text and trims it; a sign that
// is left over is an error.
func plainGIFT(s string) (string, error) {
	s = strings.TrimSpace(strings.ReplaceAll(s, sLine, " "))
	if m := regexp.MustCompile(`^\[(html|moodle|plain|markdown)\]`).FindString(s); m != "" {
		if m != "[plain]" {
			return "", fmt.Errorf("%s would be taken for a format", m)
		}
		s = s[len(m):]
	}
	if anySign.MatchString(s) {
		return "", fmt.Errorf("a sign that is not escaped in %q", s)
	}
	return strings.TrimSpace(s), nil
}

func parseGIFTQuestion(body string) (q giftQuestion, err error) {
	s, err := signs(body)
	if err != nil {
		return q, err
	}
	rest, ok := strings.CutPrefix(s, sColon+sColon)
	name, rest, ok2 := strings.Cut(rest, sColon+sColon)
	head, answers, ok3 := strings.Cut(rest, sOpen)
	answers, tail, ok4 := strings.Cut(answers, sClose)
	if !ok || !ok2 || !ok3 || !ok4 || strings.TrimSpace(tail) != "" {
		return q, fmt.Errorf("not ::name::question{answers}")
	}
	q.name = name
	ask, err := plainGIFT(head)
	if err != nil {
		return q, err
	}
	q.lines = []string{"ask " + ask}
	answers = strings.TrimSpace(strings.ReplaceAll(answers, sLine, "\n"))
	if i := strings.LastIndex(answers, strings.Repeat(sHash, 4)); i >= 0 {
		explain, err := plainGIFT(answers[i+4*len(sHash):])
		if err != nil {
			return q, err
		}
		q.lines = append(q.lines, "explain "+explain)
		answers = strings.TrimSpace(answers[:i])
	}
	lines, err := giftKey(answers)
	q.lines = append(q.lines, lines...)
	return q, err
}

// giftKey tells the kind of a question as the importer does.
func giftKey(answers string) ([]string, error) {
	switch {
	case strings.HasPrefix(answers, sHash):
		return giftNumbers(strings.TrimPrefix(answers, sHash))
	case strings.Contains(answers, sTilde):
		return giftChoices(answers)
	case strings.Contains(answers, sEqual) && strings.Contains(answers, "->"):
		return giftPairs(answers)
	case answers == "TRUE" || answers == "FALSE":
		return []string{"= " + strings.ToLower(answers)}, nil
	}
	var lines []string
	for _, a := range strings.Split(answers, sEqual)[1:] {
		weight, text, err := giftWeight(a)
		if err != nil {
			return nil, err
		}
		text, err = plainGIFT(text)
		text = strings.ReplaceAll(text, `\*`, "*")
		if weight != "100" {
			text = "! " + text
		} else {
			text = "= " + text
		}
		if lines = append(lines, text); err != nil {
			return nil, err
		}
	}
	if len(lines) == 0 {
		return nil, fmt.Errorf("no answers in %q", answers)
	}
	return lines, nil
}

var weightForm = regexp.MustCompile(`^%(-?[0-9]{1,3}(?:\.[0-9]*)?)%`)

func giftWeight(s string) (weight, rest string, err error) {
	s = strings.TrimSpace(s)
	m := weightForm.FindStringSubmatch(s)
	if m == nil {
		return "", s, nil
	}
	if !moodleFractions[strings.TrimPrefix(m[1], "-")] {
		return "", "", fmt.Errorf("Moodle knows no weight of %s", m[1])
	}
	return m[1], s[len(m[0]):], nil
}

func giftNumbers(s string) ([]string, error) {
	var lines []string
	for _, a := range strings.Split(s, sEqual)[1:] {
		n, tol, ok := strings.Cut(strings.TrimSpace(a), sColon)
		_, err1 := strconv.ParseFloat(n, 64)
		_, err2 := strconv.ParseFloat(tol, 64)
		if !ok || err1 != nil || err2 != nil {
			return nil, fmt.Errorf("%q is no number with a tolerance", a)
		}
		lines = append(lines, "= "+n+" ± "+tol)
	}
	return lines, nil
}

func giftChoices(s string) ([]string, error) {
	var lines []string
	single, sum := strings.Contains(s, sEqual), 0.0
	for _, a := range strings.Split(strings.ReplaceAll(s, sEqual, sTilde+sEqual), sTilde)[1:] {
		a = strings.TrimSpace(a)
		sign := "-"
		right, ok := strings.CutPrefix(a, sEqual)
		if ok {
			a, sign = right, "+"
		} else {
			weight, rest, err := giftWeight(a)
			if err != nil {
				return nil, err
			}
			if a = rest; weight != "" && weight != "0" && weight[0] != '-' {
				n, _ := strconv.ParseFloat(weight, 64)
				sum += n
				sign = "+"
			}
		}
		text, why, because := strings.Cut(a, sHash)
		text, err := plainGIFT(text)
		if err != nil {
			return nil, err
		}
		line := sign + " " + text
		if because {
			if why, err = plainGIFT(why); err != nil {
				return nil, err
			}
			line += " # " + why
		}
		lines = append(lines, line)
	}
	if !single {
		if sum < 99.9 || sum > 100.1 {
			return nil, fmt.Errorf("the weights make %g", sum)
		}
		lines = append(lines, "several")
	}
	return lines, nil
}

func giftPairs(s string) ([]string, error) {
	var lines []string
	for _, p := range strings.Split(s, sEqual)[1:] {
		left, right, ok := strings.Cut(p, "->")
		left, err := plainGIFT(left)
		right = strings.TrimSpace(right)
		if !ok || err != nil || right == "" || anySign.MatchString(right) {
			return nil, fmt.Errorf("%q is no pair: %v", p, err)
		}
		lines = append(lines, left+" -> "+right)
	}
	return lines, nil
}
