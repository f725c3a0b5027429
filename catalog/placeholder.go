package catalog

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"text/template/parse"

	"kitpress/catalog/source"
)

// The forms of a placeholder; Placeholder.Kind is one of them.
const (
	PlaceholderParam = "param" // {{.rounds}}: a param, or a number of the card or item the text belongs to
	PlaceholderCard  = "card"  // {{card "phishing"}}: the card's title
	PlaceholderTerm  = "term"  // {{term "countermeasures" "INF"}}: the item's name
	PlaceholderRule  = "rule"  // {{rule "R12"}}: the rule's number
	PlaceholderDeck  = "deck"  // {{deck "threats"}}: the deck's name
	// {{colour "red "}}: words for a kit printed in colours, or
	// {{colour "red" "dotted"}}: others for one in black and white
	PlaceholderColour = "colour"
)

// placeholderArgs is the least and the largest number of words each function
// takes.
var placeholderArgs = map[string][2]int{
	PlaceholderCard: {1, 1}, PlaceholderTerm: {2, 2}, PlaceholderRule: {1, 1}, PlaceholderDeck: {1, 1}, PlaceholderColour: {1, 2},
}

// A Placeholder is one place in a text that kitpress fills in.
type Placeholder struct {
	Kind string
	Args []string // the name of the param or number, or the words of the function
	Raw  string   // as it is written, with its braces
}

// String returns the placeholder in its canonical spelling, without braces:
// `.rounds`, `card "phishing"`.
func (p Placeholder) String() string {
	if p.Kind == PlaceholderParam {
		return "." + p.Args[0]
	}
	s := p.Kind
	for _, a := range p.Args {
		s += " " + strconv.Quote(a)
	}
	return s
}

// ParsePlaceholders returns the placeholders of a text, repeats included. A
// text with anything else between braces is an error: texts are filled in, not
// programmed.
func ParsePlaceholders(text string) ([]Placeholder, error) {
	if !strings.Contains(text, "{{") {
		if strings.Contains(text, "}}") {
			return nil, errors.New(`"}}" without "{{" before it`)
		}
		return nil, nil
	}
	if !balanced(text) {
		return nil, errors.New(`a placeholder is opened with "{{" and not closed with "}}"`)
	}
	tree := parse.New("")
	tree.Mode = parse.SkipFuncCheck | parse.ParseComments
	// Brackets are not needed for any placeholder and would nest.
	if strings.Contains(text, "{{-") || strings.Contains(text, "-}}") || bracketed().MatchString(text) {
		return nil, errPlaceholder(text)
	}
	trees := map[string]*parse.Tree{}
	if _, err := tree.Parse(text, "", "", trees); err != nil {
		return nil, templateError(err)
	}
	delete(trees, "")
	if tree.Root == nil || len(trees) > 0 {
		return nil, errPlaceholder(text) // {{define}}
	}
	var list []Placeholder
	for _, n := range tree.Root.Nodes {
		if t, ok := n.(*parse.TextNode); ok {
			if strings.Contains(string(t.Text), "}}") {
				return list, errors.New(`"}}" without "{{" before it`)
			}
			continue
		}
		p, ok := placeholder(n)
		if !ok {
			return list, errPlaceholder(n.String())
		}
		p.Raw = rawAction(text, int(n.Position()))
		list = append(list, p)
	}
	return list, nil
}

// balanced reports whether every "{{" is closed before the next one.
func balanced(text string) bool {
	for {
		_, rest, found := strings.Cut(text, "{{")
		if !found {
			return true
		}
		inside, after, closed := strings.Cut(rest, "}}")
		if !closed || strings.Contains(inside, "{{") {
			return false
		}
		text = after
	}
}

// bracketed finds an opening bracket in braces.
var bracketed = source.Pattern(`\{\{[^}"` + "`" + `]*\(`)

// placeholder reads one action.
func placeholder(n parse.Node) (Placeholder, bool) {
	action, ok := n.(*parse.ActionNode)
	if !ok || len(action.Pipe.Decl) != 0 || len(action.Pipe.Cmds) != 1 {
		return Placeholder{}, false
	}
	args := action.Pipe.Cmds[0].Args
	switch first := args[0].(type) {
	case *parse.FieldNode:
		return Placeholder{Kind: PlaceholderParam, Args: first.Ident}, len(args) == 1 && len(first.Ident) == 1
	case *parse.IdentifierNode:
		want, known := placeholderArgs[first.Ident]
		if n := len(args) - 1; !known || n < want[0] || n > want[1] {
			return Placeholder{}, false
		}
		p := Placeholder{Kind: first.Ident}
		for _, a := range args[1:] {
			s, isText := a.(*parse.StringNode)
			if !isText {
				return Placeholder{}, false
			}
			p.Args = append(p.Args, s.Text)
		}
		return p, true
	}
	return Placeholder{}, false
}

// rawAction returns the braces around byte offset at.
func rawAction(text string, at int) string {
	from := strings.LastIndex(text[:min(at, len(text))], "{{")
	if from < 0 {
		return ""
	}
	to := strings.Index(text[from:], "}}")
	if to < 0 {
		return ""
	}
	return text[from : from+to+2]
}

func errPlaceholder(s string) error {
	return fmt.Errorf("%s is no placeholder kitpress knows", strconv.Quote(source.Clip(s)))
}

// templateError takes the position inside the text out of a parser's message.
func templateError(err error) error {
	s := strings.TrimPrefix(err.Error(), "template: :")
	if _, rest, ok := strings.Cut(s, ": "); ok {
		s = rest
	}
	return errors.New(s)
}

// HintPlaceholder lists the forms of a placeholder.
const HintPlaceholder = `write {{.param}}, {{card "id"}}, {{term "set" "item"}}, {{rule "R1"}}, {{deck "id"}} or {{colour "red "}}`
