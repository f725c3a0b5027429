package expr

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Limits of an expression; templates come from users.
const (
	maxDepth = 64   // of nesting
	maxExpr  = 2000 // bytes
)

// A SyntaxError is a mistake in an expression.
type SyntaxError struct {
	at  int // bytes from the start of the text that was compiled
	src string
	Msg string
}

// Column counts characters, the first being 1.
func (e *SyntaxError) Column() int { return utf8.RuneCountInString(e.src[:e.at]) + 1 }

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s (at column %d)", e.Msg, e.Column()) }

// Parse compiles an expression. The error is a *syntaxError.
func Parse(src string) (Expr, error) { return parsePart(src, 0, len(src)) }

// parsePart compiles src[from:to]; errors count from the start of src.
func parsePart(src string, from, to int) (Expr, error) {
	p := &parser{src: src[:to], pos: from}
	if to-from > maxExpr {
		return nil, p.fail(from, "the expression is longer than %d bytes", maxExpr)
	}
	p.next()
	x, err := p.choice()
	if err != nil {
		return nil, err
	}
	if p.err != nil {
		return nil, p.err
	}
	if !p.end() {
		return nil, p.unexpected()
	}
	return p.fold(x, from)
}

// fold replaces a constant expression by its value.
func (p *parser) fold(x Expr, from int) (Expr, error) {
	if _, done := x.(Literal); done || !IsConstant(x) {
		return x, nil
	}
	v, err := x.Eval(nil)
	if err != nil {
		return nil, p.fail(from, "%v", err)
	}
	return Literal{v}, nil
}

type parser struct {
	src   string
	pos   int    // behind the current token
	at    int    // start of the current token
	tok   string // "" at the end, or the content of an empty quote
	quote bool   // tok is the content of a quoted string
	depth int
	err   error // a quote that is not closed
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{at, p.src, fmt.Sprintf(format, args...)}
}

func (p *parser) end() bool { return p.tok == "" && !p.quote }

func (p *parser) next() {
	for p.pos < len(p.src) && strings.IndexByte(" \n\t\r", p.src[p.pos]) >= 0 {
		p.pos++
	}
	p.at, p.quote, p.tok = p.pos, false, ""
	if p.pos == len(p.src) {
		return
	}
	rest := p.src[p.pos:]
	if c := rest[0]; c == '\'' || c == '"' {
		end := strings.IndexByte(rest[1:], c)
		if end < 0 {
			p.err = p.fail(p.at, "the quote opened here is not closed")
			p.pos = len(p.src)
			return
		}
		p.tok, p.quote = rest[1:1+end], true
		p.pos += end + 2
		return
	}
	p.tok = rest[:tokenLength(rest)]
	p.pos += len(p.tok)
}

// tokenLength returns the length of the number, name or sign s begins with.
func tokenLength(s string) int {
	n := 1
	switch {
	case isDigit(s[0]) || s[0] == '.' && len(s) > 1 && isDigit(s[1]):
		for n < len(s) && (isDigit(s[n]) || s[n] == '.') {
			n++
		}
	case isLetter(s[0]):
		for n < len(s) && (isLetter(s[n]) || isDigit(s[n])) {
			n++
		}
	case len(s) > 1 && s[1] == '=' && strings.IndexByte("=!<>", s[0]) >= 0:
		n = 2
	default:
		_, n = utf8.DecodeRuneInString(s)
	}
	return n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(c byte) bool { return c == '_' || c < utf8.RuneSelf && unicode.IsLetter(rune(c)) }

// accept takes the token if it is one of ops and returns it.
func (p *parser) accept(ops ...string) string {
	if p.end() || p.quote {
		return ""
	}
	for _, op := range ops {
		if p.tok == op {
			p.next()
			return op
		}
	}
	return ""
}

func (p *parser) expect(tok string) error {
	switch {
	case p.accept(tok) != "":
		return nil
	case p.err != nil:
		return p.err
	case p.end():
		return p.fail(p.at, "%q is missing at the end", tok)
	}
	return p.fail(p.at, "want %q, found %q", tok, p.tok)
}

func (p *parser) unexpected() error { return p.fail(p.at, "unexpected %q", p.tok) }

// deeper bounds the depth of recursion around f.
func (p *parser) deeper(f func() (Expr, error)) (Expr, error) {
	if p.depth == maxDepth {
		return nil, p.fail(p.at, "the expression nests deeper than %d", maxDepth)
	}
	p.depth++
	x, err := f()
	p.depth--
	return x, err
}

func (p *parser) choice() (Expr, error) { return p.deeper(p.choiceInside) }

func (p *parser) choiceInside() (Expr, error) {
	cond, err := p.level(0)
	if err != nil || p.accept("?") == "" {
		return cond, err
	}
	yes, err := p.choice()
	if err != nil {
		return nil, err
	}
	if err := p.expect(":"); err != nil {
		return nil, err
	}
	no, err := p.choice()
	return choice{cond, yes, no}, err
}

// levels lists the binary operators, weakest first.
var levels = [...][]string{{"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}

// notLevel is the level "not" binds at: "not a == b" is "not (a == b)".
const notLevel = 2

func (p *parser) level(n int) (Expr, error) {
	if n == len(levels) {
		return p.unary()
	}
	if n == notLevel && p.accept("not") != "" {
		x, err := p.deeper(func() (Expr, error) { return p.level(n) })
		return unary{"not", x}, err
	}
	l, err := p.level(n + 1)
	if err != nil {
		return nil, err
	}
	for {
		op := p.accept(levels[n]...)
		if op == "" {
			return l, nil
		}
		r, err := p.level(n + 1)
		if err != nil {
			return nil, err
		}
		l = operation{op, l, r}
	}
}

func (p *parser) unary() (Expr, error) {
	if p.accept("-") == "" {
		return p.postfix()
	}
	x, err := p.deeper(p.unary)
	return unary{"-", x}, err
}

func (p *parser) postfix() (Expr, error) {
	x, err := p.primary()
	for err == nil {
		switch {
		case p.accept(".") != "":
			if p.end() || p.quote || !isLetter(p.tok[0]) {
				return nil, p.fail(p.at, "a name is missing after %q", ".")
			}
			x = member{x, p.tok}
			p.next()
		case p.accept("[") != "":
			var at Expr
			if at, err = p.choice(); err == nil {
				err = p.expect("]")
				x = index{x, at}
			}
		default:
			return x, nil
		}
	}
	return nil, err
}

func (p *parser) primary() (Expr, error) {
	tok, at := p.tok, p.at
	switch {
	case p.err != nil:
		return nil, p.err
	case p.quote:
		p.next()
		return Literal{tok}, nil
	case p.end():
		return nil, p.fail(at, "the expression ends too early")
	case p.accept("(") != "":
		x, err := p.choice()
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case isDigit(tok[0]) || tok[0] == '.' && len(tok) > 1:
		v, err := strconv.ParseFloat(tok, 64)
		if err != nil {
			return nil, p.fail(at, "%q is not a number", tok)
		}
		p.next()
		return Literal{v}, nil
	case isLetter(tok[0]):
		p.next()
		return p.name(tok, at)
	}
	return nil, p.unexpected()
}

// name compiles what a name stands for; it began at the offset at.
func (p *parser) name(name string, at int) (Expr, error) {
	switch name {
	case "true", "false":
		return Literal{name == "true"}, nil
	case "none":
		return Literal{nil}, nil
	case "and", "or", "not":
		return nil, p.fail(at, "unexpected %q", name)
	}
	if p.accept("(") == "" {
		return variable{name}, nil
	}
	c := call{name: name}
	for p.accept(")") == "" {
		if len(c.args) > 0 {
			if err := p.expect(","); err != nil {
				return nil, err
			}
		}
		a, err := p.choice()
		if err != nil {
			return nil, err
		}
		c.args = append(c.args, a)
	}
	f, ok := functions[name]
	if !ok {
		return nil, p.fail(at, "there is no function %q; templates know %s", name, strings.Join(Functions(), ", "))
	}
	if n := len(c.args); n < f.least || f.most >= 0 && n > f.most {
		return nil, p.fail(at, "%s takes %s, not %d values", name, f.takes, n)
	}
	c.f = f
	return c, nil
}

// ParseText compiles a text with expressions in braces: "−{points.H}".
// A text that is one expression alone keeps that expression's value.
func ParseText(src string) (Expr, error) {
	var parts []Expr
	for at := 0; at < len(src); {
		open := strings.IndexAny(src[at:], "{}")
		if open < 0 {
			parts = append(parts, Literal{src[at:]})
			break
		}
		open += at
		if src[open] == '}' {
			return nil, &SyntaxError{open, src, `"}" without "{"`}
		}
		if open > at {
			parts = append(parts, Literal{src[at:open]})
		}
		end := strings.IndexByte(src[open:], '}')
		if end < 0 {
			return nil, &SyntaxError{open, src, `"{" without "}"`}
		}
		at = open + end + 1
		x, err := parsePart(src, open+1, at-1)
		if err != nil {
			return nil, err
		}
		parts = append(parts, x)
	}
	switch len(parts) {
	case 0:
		return Literal{""}, nil
	case 1:
		return parts[0], nil
	}
	return joined{parts}, nil
}
