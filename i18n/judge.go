package i18n

import (
	"fmt"
	"path"
	"runtime"
	"strings"
	"sync"

	goi18n "github.com/nicksnyder/go-i18n/v2/i18n"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// judge checks every text of the game and returns what is to be printed: on
// all processors, a part of the texts each.
func (l *loader) judge() []*goi18n.Message {
	printed := make([]*goi18n.Message, len(l.messages))
	size := max(smallPart, (len(l.messages)+runtime.GOMAXPROCS(0)-1)/runtime.GOMAXPROCS(0))
	var parts []*loader
	var all sync.WaitGroup
	for from := 0; from < len(printed); from += size {
		part := *l
		part.messages, part.problems = l.messages[from:min(from+size, len(printed))], nil
		parts = append(parts, &part)
		all.Go(func() { copy(printed[from:], part.judgeAll()) })
	}
	all.Wait()
	for _, part := range parts {
		l.problems = append(l.problems, part.problems...)
	}
	return printed
}

// smallPart is the number of texts that are not worth a goroutine of their own.
const smallPart = 100

func (l *loader) judgeAll() []*goi18n.Message {
	printed := make([]*goi18n.Message, 0, len(l.messages))
	for _, m := range l.messages {
		e, ok := l.have[m.ID]
		text := e.Text
		switch {
		case !ok || strings.TrimSpace(text) == "":
			l.missing(m, e)
			text = l.stopgap(m)
		case e.Of != catalog.Hash(m.Text):
			l.stale(m, e)
			l.check(m, e)
			if l.draft {
				text = l.stopgap(m)
			}
		default:
			l.check(m, e)
		}
		printed = append(printed, &goi18n.Message{ID: m.ID, Other: text})
	}
	return printed
}

// stopgap returns the source text of a message, marked in a draft.
func (l *loader) stopgap(m catalog.Msg) string {
	if l.draft {
		return "‹" + sourceOf(l.game, m) + "› " + m.Text
	}
	return m.Text
}

// gap reports a text that is not there as it should be: an error, in a draft
// a warning.
func (l *loader) gap(pos source.Pos, code, format string, args ...any) *source.Problem {
	if l.draft {
		return l.problems.Warnf(pos, code, format, args...)
	}
	return l.problems.Errorf(pos, code, format, args...)
}

func (l *loader) missing(m catalog.Msg, e entry) {
	if t, part := explanationOf(l.game, m); t != nil {
		l.unexplained(t, part, m)
		return
	}
	in, pos := l.nearest(), m.Pos
	switch {
	case e.Pos.IsValid(): // an empty text that waits for its translator
		in, pos = e.in, e.Pos
	case in == sourceOf(l.game, m):
		in = l.lang // a topic's text in the language of a game's own texts
	}
	p := l.gap(pos, CodeMissing, "%s has no text in %s", m.ID, in)
	if strings.HasPrefix(m.ID, "topic.") {
		p.Hint = fmt.Sprintf("under translations, %s: {of: %s, text: …}", in, catalog.Hash(m.Text))
		return
	}
	p.Hint = fmt.Sprintf("in %s: %s: {of: %s, text: …}", LocaleFile(l.game, in), m.ID, catalog.Hash(m.Text))
}

// nearest returns the most general language the game has texts in that make
// up the one loaded: texts for de-CH are missing in de.
func (l *loader) nearest() string {
	for _, tag := range lineage(l.lang) {
		if l.written(tag) {
			return tag
		}
	}
	return l.lang
}

func (l *loader) stale(m catalog.Msg, e entry) {
	if t, part := explanationOf(l.game, m); t != nil {
		if m.ID == part.Texts[0].ID { // they are stale together
			l.gap(e.Pos, CodeStale, "%s of topic %q was made from another English text", part.Name, t.ID).Hint = fmt.Sprintf(
				"check it against %v, then: kitpress translate topics %s --stamp %s.%s", m.Pos, e.in, t.ID, part.Name)
		}
		return
	}
	p := l.gap(e.Pos, CodeStale, "%s was made from another source text", m.ID)
	p.Hint = fmt.Sprintf("check it against %q (%s) and write of: %s", source.ClipTo(m.Text, 80), m.Pos, catalog.Hash(m.Text))
	if !strings.HasPrefix(m.ID, "topic.") {
		p.Hint += fmt.Sprintf(", or: kitpress translate %s %s --stamp %s --catalog DIR", l.game.ID, e.in, m.ID)
	}
}

// grave are the breaches of typography that spoil what is printed. The others
// are warnings: a table can play with straight quotes.
var grave = map[string]bool{"markup": true, "control": true, CodePlaceholder: true}

// check compares placeholders with the source and lints the text in the
// language it was written in.
func (l *loader) check(m catalog.Msg, e entry) {
	l.checkColours(m, e)
	if l.settled {
		return
	}
	for _, f := range lint(LocaleOf(e.in), e.written) {
		p := source.Problem{Pos: e.Pos, Severity: source.Warning, Code: f.code, Message: m.ID + ": " + f.message, Hint: f.hint}
		if grave[f.code] {
			p.Severity = source.Error
		}
		l.problems.Add(p)
	}
	if m.Text == e.Text {
		return
	}
	want, err := parsePhrase(m.Text)
	have, errHave := parsePhrase(e.Text)
	if err != nil || errHave != nil {
		return // lint said so, of the source in its own language
	}
	for _, r := range missingFrom(have.refs(), want.refs()) {
		l.problems.Errorf(e.Pos, CodePlaceholder, "%s: placeholder %s is missing", m.ID, r).Hint = "the source text has it: " + source.ClipTo(m.Text, 80)
	}
	for _, r := range missingFrom(want.refs(), have.refs()) {
		l.problems.Errorf(e.Pos, CodePlaceholder, "%s: placeholder %s is not in the source text", m.ID, r).Hint = "the source text is: " + source.ClipTo(m.Text, 80)
	}
}

// checkColours warns of a colour that a kit in black and white does not have.
// Topics are not judged: they speak of the world, not of a kit.
func (l *loader) checkColours(m catalog.Msg, e entry) {
	if !l.mono {
		return
	}
	p, err := parsePhrase(e.Text)
	if err != nil || strings.HasPrefix(m.ID, "topic.") {
		return
	}
	if w := l.colours.in(p); w != "" {
		l.problems.Warnf(e.Pos, CodeColour, "%s names a colour, and a kit in black and white has none: %q", m.ID, w).Hint = fmt.Sprintf(
			`name what is drawn instead, or say both with {{colour %q "…"}}: the second words are for black and white`, w)
	}
}

// tryAll renders every text once, with the params of all editions: what does
// not render is found now and not on the sheet.
func (l *loader) tryAll(t *Texts) {
	all := catalog.Params{}
	for i := range l.game.Editions {
		for name, p := range l.game.ParamsFor(&l.game.Editions[i]) {
			all[name] = p
		}
	}
	for name, p := range l.game.Params {
		all[name] = p
	}
	with := t.With(all)
	for _, m := range l.messages {
		if !t.Has(m.ID) {
			continue
		}
		if _, err := with.render(m.ID); err != nil {
			pos := m.Pos
			if e, ok := l.have[m.ID]; ok && e.Pos.IsValid() {
				pos = e.Pos
			}
			l.problems.Errorf(pos, CodeRender, "%s: %v", m.ID, err)
		}
	}
}

// ownWords gives the texts kitpress's own words and says when those are in
// another language.
func (l *loader) ownWords(t *Texts) {
	words, problems := WordsIn(l.lang)
	if file := path.Join(l.game.Dir(), FrameFile(l.lang)); source.Exists(l.fsys, file) {
		words, problems = words.with(l.fsys, file, l.lang)
	}
	l.problems = append(l.problems, problems...)
	t.words = words
	if own := words.Lang(); own != l.lang && len(t.known) > 0 {
		l.problems.Warnf(l.game.Pos, CodeLanguage, "kitpress has no words of its own in %s: sheets and plans say them in %s", l.lang, own).Hint =
			fmt.Sprintf("kitpress translate words %s prints them, to be translated in i18n/%[1]s.yaml of the game", l.lang)
	}
}
