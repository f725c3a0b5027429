package press

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/sheet"
)

// The print plan is two kinds of pages, both drawn by templates: what is
// printed on which paper, with pictures of the sheets, and how it is made.
const (
	planTemplate     = "print-plan"
	stepsTemplate    = "print-steps"
	boxTemplate      = "tuck-box"
	standeeTemplates = "standee"      // what the names of templates of standing figures begin with
	handoutTemplate  = "handout-plan" // all of it on a page, for what is printed beside a game
	pilesOnPage      = 6              // two rows of three
	handoutPiles     = 3              // with the steps below them
)

// planJob returns the job of the print plan: what each file of the kit is, how
// many sheets it takes, on which paper and how to print it.
func (l *Localization) planJob(template string) Job {
	j := Job{In: l, ID: PrintPlan, Title: l.Texts.Word("plan.title"), Paper: l.Request.Paper, Sides: sheet.Single, impose: pagesToRead}
	j.Name = l.fileName(j.ID, j.Paper)
	j.content = &content{counts: true, compose: func(to *content, files []Result) source.Problems { return l.plan(to, template, files) }}
	return j
}

// plan composes the print plan.
func (l *Localization) plan(to *content, template string, files []Result) source.Problems {
	var problems source.Problems
	add := func(template string, vars map[string]any) {
		scene, more := l.composer.Draw(template, vars)
		problems = append(problems, more...)
		to.pages = append(to.pages, layout.Page{Scene: scene})
	}
	vars, steps, piles := l.planFacts(files), l.planSteps(files), l.piles(files, linesInPile)
	if template == handoutTemplate {
		steps = steps[:len(steps)-1] // no cards that are shuffled
		vars["title"], vars["done"], vars["groups"] = l.Texts.Word("plan.make.handouts"), steps, planGroups(l.estimate(files), l.Texts)
		if len(piles) > handoutPiles {
			template = planTemplate
		}
	}
	for some := range slices.Chunk(piles, pilesOnPage) {
		vars["rows"] = l.drawn(some)
		add(template, vars)
	}
	if template == planTemplate {
		add(stepsTemplate, map[string]any{"steps": steps, "tools": vars["tools"], "foot": vars["foot"]})
	}
	return problems
}

// planGroups says whom the files of handouts are printed for.
func planGroups(e *Estimate, t *i18n.Texts) []any {
	var groups []any
	for _, g := range []struct {
		id, picture string
		names       []string
	}{{"person", "user", e.Person}, {"table", "users-four", e.Table}, {"class", "chalkboard-teacher", e.Class}} {
		if len(g.names) > 0 {
			groups = append(groups, map[string]any{"title": t.Word("plan.per-" + g.id), "picture": g.picture, "names": strings.Join(g.names, "\u00a0· ")})
		}
	}
	return groups
}

// planFacts is what the plan says of the whole kit.
func (l *Localization) planFacts(files []Result) map[string]any {
	word := l.Texts.Word
	paper, _ := l.shared.specs.Paper(l.Request.Paper)
	kind := []string{paper.Name, word("plan." + l.Request.Sides), word("plan.ink." + l.Request.Ink)}
	foot := []string{l.Texts.Text(l.Game.Name)}
	if l.Edition.ID != "" {
		foot = append(foot, l.Texts.Text(l.Edition.Name))
	}
	foot = append(foot, l.Texts.Words().NameOf(l.Lang), word("plan.version")+" "+l.Game.Version)
	e := l.estimate(files)
	notes := e.Notes
	for _, saving := range e.Savings {
		if saving.Flag != "" && e.Sets > 1 && len(notes) < mostNotes {
			notes = append(notes, word("plan.saving", "What", saving.What, "Saves", saving.Saves))
		}
	}
	return map[string]any{
		"title": word("plan.make"), "subtitle": strings.Join(append([]string{l.Texts.Text(l.Game.Name), word("plan.title")}, kind...), " · "),
		"sheets": e.Sheets, "minutes": e.Minutes, "table": strings.Join(e.Table, "\u00a0· "), "class": strings.Join(e.Class, "\u00a0· "), "notes": notes,
		"tools": planTools(l.Texts.Words(), files), "foot": strings.Join(foot, " · "),
	}
}

// totals returns how many sheets of each paper the kit takes, "24 × A4".
func (l *Localization) totals(files []Result) string {
	totals := map[string]span{} // by paper
	for i := range files {
		if f := &files[i]; f.counted() {
			totals[f.Paper] = totals[f.Paper].plus(f.paperSpan())
		}
	}
	var parts []string
	for _, id := range slices.SortedFunc(maps.Keys(totals), l.ownPaperFirst) {
		parts = append(parts, totals[id].String()+"\u00a0×\u00a0"+l.paperName(id))
	}
	return strings.Join(parts, " + ")
}

// once names what is printed for each table and what once for all of them, and
// says what is to be known beside that.
func (e *estimator) once() {
	word := e.Texts.Word
	var screen []string // beside the sheets of the kit
	for i := range e.files {
		f := &e.files[i]
		switch {
		case f.component().Behind != "" && !f.counted():
			if !e.Localization.Game.Component(f.component().Behind).Optional { // else both are named together
				screen = append(screen, f.Title)
			}
		case f.component().Read || f.component().Optional:
			screen = append(screen, f.Title)
		case f.component().InsteadOf != "":
			e.Notes = append(e.Notes, word("plan.instead", "Component", f.Title, "Other", e.replaced(f.component().InsteadOf), "Sheets", f.sheets(), "Paper", e.stock(f)))
		case !f.counted() || f.backs():
		case f.For == catalog.PerPlayer:
			e.Person = append(e.Person, f.Title)
		case cmp.Or(f.For, f.component().Per) == catalog.PerClass:
			e.Class = append(e.Class, f.Title)
		default:
			title := f.Title
			if c := f.component().Copies; c.From > 0 {
				title = fmt.Sprintf("%s (%s\u00a0×)", title, span{c.From, c.To})
			}
			e.Table = append(e.Table, title)
		}
	}
	if e.Sets > 1 {
		e.Notes = append(e.Notes, word("plan.sets", "Sets", e.Sets, "Last", string(rune('A'+e.Sets-1))))
	}
	for _, d := range e.Localization.Game.Decks {
		if e.Request.standsIn(d) {
			e.Notes = append(e.Notes, e.insteadOf(d.StandIn.By, []*catalog.Deck{d}))
		}
	}
	need := needsOf(e.files)
	for _, c := range need.copies {
		e.Notes = append(e.Notes, word("plan.step.copies", "Component", e.Texts.Text(c.Name), "Copies", span{c.Copies.From, c.Copies.To}.String(), "Rule", c.Copies.Rule))
	}
	if len(need.backs) > 0 {
		e.Notes = append(e.Notes, word("plan.step.backs", "Components", names(need.backs)))
	}
	if len(need.optional) > 0 {
		e.Notes = append(e.Notes, word("plan.step.backs-optional", "Components", names(need.optional)))
	}
	if extras := e.extras(); len(extras) > 0 {
		e.Notes = append(e.Notes, word("plan.extras", "Cards", strings.Join(extras, " · ")))
	}
	if len(screen) > 0 {
		e.Notes = append(e.Notes, word("plan.screen", "Components", strings.Join(screen, "\u00a0· ")))
	}
}

// extras names what is cut out of the same sheets as pieces and is none of
// those the game counts: dividers, blank cards.
func (e *estimator) extras() []string {
	var names []string
	for i := range e.files {
		f := &e.files[i]
		if !f.counted() || f.backs() || f.component().Kind != catalog.KindPieces {
			continue
		}
		var decks []*catalog.Deck
		for _, id := range f.Of.Decks {
			decks = append(decks, e.Localization.Game.Deck(id))
		}
		if !slices.ContainsFunc(decks, f.Of.Counts) {
			continue // all of it is to be read, like reference cards
		}
		for _, d := range decks {
			if !f.Of.Counts(d) {
				names = append(names, fmt.Sprintf("%d\u00a0×\u00a0%s", d.Count(), e.Texts.Text(d.Name)))
			}
		}
	}
	return names
}

// counted reports whether the sheets of a file are among those of the kit.
func (r *Result) counted() bool {
	c := r.component()
	return !r.reading && !c.Optional && c.InsteadOf == "" && r.ID != PrintPlan && (c.Behind == "" || !r.In.Request.twoSided())
}

// replaced names the component, or the deck of one, that another is printed
// instead of.
func (l *Localization) replaced(id string) string {
	if c := l.Game.Component(id); c != nil {
		return l.Texts.Text(c.Name)
	}
	return l.Texts.Text(l.Game.Deck(id).Name)
}

// ownPaperFirst orders papers: the kit's, then those some layouts prescribe.
func (l *Localization) ownPaperFirst(a, b string) int {
	own := func(id string) int {
		if id == l.Request.Paper {
			return 0
		}
		return 1
	}
	return cmp.Or(own(a)-own(b), strings.Compare(a, b))
}

// paperName returns what is printed for a paper, "A4".
func (l *Localization) paperName(id string) string {
	if p, ok := l.shared.specs.Paper(id); ok {
		return p.Name
	}
	return strings.ToUpper(id)
}

// A span is how many sheets something takes, at least and at most.
type span struct{ from, to int }

func (s span) plus(t span) span { return span{s.from + t.from, s.to + t.to} }

func (s span) String() string {
	if s.from == s.to {
		return strconv.Itoa(s.from)
	}
	return strconv.Itoa(s.from) + "–" + strconv.Itoa(s.to)
}

// paperSpan returns how many sheets of paper a table needs of the file.
func (r *Result) paperSpan() span {
	n, c := r.sheets()*r.timesPrinted(), r.component().Copies
	if r.In != nil && r.In.Request.Format == FormatPiles {
		return span{r.sheets() * r.copies(), r.sheets() * r.copies()}
	}
	if c.From == 0 {
		return span{n, n}
	}
	return span{n * c.From, n * c.To}
}

// planSteps says how to go about it, only with the steps this kit needs: a
// picture by its name, a title, a text.
func (l *Localization) planSteps(files []Result) []any {
	var steps []any
	step := func(id string, texts ...string) {
		for i, t := range texts {
			texts[i] = l.Texts.Word("plan.step." + t)
		}
		glue := " "
		if l.Lang == "ja" {
			glue = ""
		}
		steps = append(steps, map[string]any{"picture": id, "title": l.Texts.Word("plan.do." + id), "text": strings.Join(texts, glue)})
	}
	need := needsOf(files)
	step("test", "test", "scale", "measure")
	if need.duplex {
		step("print", "paper", "duplex")
	} else {
		step("print", "paper")
	}
	mount := "mount"
	if need.parts {
		mount = "mount-parts"
	}
	switch {
	case need.fold && need.mount:
		step("glue", "fold", mount)
	case need.fold:
		step("glue", "fold")
	case need.mount:
		step("glue", mount)
	}
	step("cut", "cut")
	switch {
	case need.standees:
		step("fold", "score-standees")
	case need.score:
		step("fold", "score")
		steps[len(steps)-1].(map[string]any)["picture"] = "dice"
	}
	switch {
	case need.box && need.bind:
		step("build", "box", "bind")
	case need.box:
		step("box", "box")
	case need.bind:
		step("bind", "bind")
	}
	step("finish", "finish")
	return steps
}

// planTools says what is laid out before the first step, only what some step
// needs.
func planTools(t *i18n.Words, files []Result) string {
	need, tools := needsOf(files), t.Word("plan.tool.cut")
	for _, tool := range []struct {
		id    string
		wants bool
	}{
		{"glue", need.fold || need.mount || need.score || need.box || len(need.backs) > 0},
		{"score", need.fold || need.score || need.box},
		{"staple", need.bind},
	} {
		if tool.wants {
			tools = t.Word("plan.tool."+tool.id, "Before", tools)
		}
	}
	return t.Word("plan.step.tools", "Tools", tools)
}

// A printNeeds is what the files of a kit ask of whoever prints them.
type printNeeds struct {
	duplex, fold    bool
	mount, parts    bool                 // something is glued onto board, and put together before that
	score, standees bool                 // something is folded and glued, like dice, and figures that stand
	box, bind       bool                 // there is a box to glue, a booklet to staple
	backs, optional []*Result            // with backs in a file of their own: needed, or not
	copies          []*catalog.Component // needed more than once
}

func needsOf(files []Result) printNeeds {
	var n printNeeds
	for i := range files {
		f, of := &files[i], files[i].component()
		if !f.counted() && of.InsteadOf == "" {
			continue // in no pile, nor in place of one
		}
		twoSided := f.Sides == sheet.DuplexLong || f.Sides == sheet.DuplexShort
		n.duplex = n.duplex || twoSided
		n.fold = n.fold || f.Sides == sheet.Fold
		n.mount = n.mount || slices.Contains(mounted, f.stock()) && f.Sides == sheet.Single
		box := of.Template == boxTemplate
		n.score = n.score || slices.Contains(scored, f.stock()) && !box
		n.parts = n.parts || slices.Contains(mounted, f.stock()) && of.Sheet == "tiles"
		n.standees = n.standees || slices.ContainsFunc(of.Decks, f.standee)
		n.box, n.bind = n.box || box, n.bind || f.booklet()
		switch {
		case f.backs() && of.Backs.Use == catalog.BacksOptional:
			n.optional = append(n.optional, f)
		case f.backs():
			n.backs = append(n.backs, f)
		case of.Copies.From > 0 && !slices.Contains(n.copies, of):
			n.copies = append(n.copies, of)
		}
	}
	return n
}

// standee reports whether what a deck of the file holds stands when folded: box
// lists name such decks too.
func (r *Result) standee(deck string) bool {
	d := r.In.Game.Deck(deck)
	return r.component().Template != boxTemplate && d != nil && strings.HasPrefix(d.Template, standeeTemplates)
}

// names lists components, with the rules that need their backs.
func names(list []*Result) string {
	var names []string
	for _, f := range list {
		name := f.Title
		if rules := f.component().Backs.Rules; len(rules) > 0 {
			name += " (" + strings.Join(rules, ", ") + ")"
		}
		names = append(names, name)
	}
	return strings.Join(names, " · ")
}
