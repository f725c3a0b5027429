package compose

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxDepth bounds how deeply expressions may nest; templates come from users.
const maxDepth = 64

// parseExpr compiles an expression. The error says what is wrong and where,
// counted in bytes from the start.
func parseExpr(src string) (expr, error) {
	p := &parser{src: src}
	p.next()
	x, err := p.choice()
	if err != nil {
		return nil, err
	}
	if p.tok != "" {
		return nil, fmt.Errorf("unexpected %q at column %d of the expression", p.tok, p.at+1)
	}
	return fold(x), nil
}

// fold replaces a constant expression by its value.
func fold(x expr) expr {
	if _, done := x.(literal); done || !isConstant(x) {
		return x
	}
	if v, err := x.eval(nil); err == nil {
		return literal{v}
	}
	return x
}

type parser struct {
	src   string
	pos   int    // behind the current token
	at    int    // start of the current token
	tok   string // "" at the end
	quote bool   // tok is the content of a quoted string
	depth int
	err   error
}

func (p *parser) next() {
	for p.pos < len(p.src) && (p.src[p.pos] == ' ' || p.src[p.pos] == '\n' || p.src[p.pos] == '\t') {
		p.pos++
	}
	p.at, p.quote = p.pos, false
	if p.pos == len(p.src) {
		p.tok = ""
		return
	}
	rest := p.src[p.pos:]
	c := rest[0]
	n := 1
	switch {
	case c == '\'' || c == '"':
		end := strings.IndexByte(rest[1:], c)
		if end < 0 {
			p.err = fmt.Errorf("the quote opened at column %d is not closed", p.at+1)
			p.tok, p.pos = "", len(p.src)
			return
		}
		p.tok, p.quote = rest[1:1+end], true
		p.pos += end + 2
		return
	case isDigit(c) || c == '.' && len(rest) > 1 && isDigit(rest[1]):
		for n < len(rest) && (isDigit(rest[n]) || rest[n] == '.') {
			n++
		}
	case isLetter(rest):
		for n < len(rest) && (isLetter(rest[n:]) || isDigit(rest[n])) {
			n++
		}
	case len(rest) > 1 && strings.Contains("== != <= >=", rest[:2]) && rest[1] == '=':
		n = 2
	default:
		_, n = utf8.DecodeRuneInString(rest)
	}
	p.tok = rest[:n]
	p.pos += n
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isLetter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return r == '_' || r < utf8.RuneSelf && unicode.IsLetter(r)
}

// accept takes the token if it is one of ops and returns it.
func (p *parser) accept(ops ...string) string {
	if p.quote {
		return ""
	}
	for _, op := range ops {
		if p.tok == op && op != "" {
			p.next()
			return op
		}
	}
	return ""
}

func (p *parser) expect(tok string) error {
	if p.accept(tok) == "" {
		if p.err != nil {
			return p.err
		}
		return fmt.Errorf("missing %q at column %d of the expression", tok, p.at+1)
	}
	return nil
}

func (p *parser) choice() (expr, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		return nil, fmt.Errorf("the expression nests deeper than %d", maxDepth)
	}
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
	if err != nil {
		return nil, err
	}
	return choice{cond, yes, no}, nil
}

// levels lists the binary operators, weakest first.
func levels() [][]string {
	return [][]string{{"or"}, {"and"}, {"==", "!=", "<", "<=", ">", ">="}, {"+", "-"}, {"*", "/", "%"}}
}

func (p *parser) level(n int) (expr, error) {
	all := levels()
	if n == len(all) {
		return p.unary()
	}
	l, err := p.level(n + 1)
	if err != nil {
		return nil, err
	}
	for {
		op := p.accept(all[n]...)
		if op == "" {
			return l, p.err
		}
		r, err := p.level(n + 1)
		if err != nil {
			return nil, err
		}
		l = binary{op, l, r}
	}
}

func (p *parser) unary() (expr, error) {
	if op := p.accept("-", "not"); op != "" {
		p.depth++
		defer func() { p.depth-- }()
		if p.depth > maxDepth {
			return nil, fmt.Errorf("the expression nests deeper than %d", maxDepth)
		}
		x, err := p.unary()
		if err != nil {
			return nil, err
		}
		return unary{op, x}, nil
	}
	return p.postfix()
}

func (p *parser) postfix() (expr, error) {
	x, err := p.primary()
	for err == nil {
		switch {
		case p.accept(".") != "":
			name := p.tok
			if p.quote || name == "" || !isLetter(name) {
				return nil, fmt.Errorf("missing a name after %q at column %d of the expression", ".", p.at+1)
			}
			p.next()
			x = member{x, name}
		case p.accept("[") != "":
			var at expr
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

func (p *parser) primary() (expr, error) {
	tok := p.tok
	switch {
	case p.err != nil:
		return nil, p.err
	case p.quote:
		p.next()
		return literal{tok}, nil
	case tok == "":
		return nil, fmt.Errorf("the expression ends too early")
	case p.accept("(") != "":
		x, err := p.choice()
		if err != nil {
			return nil, err
		}
		return x, p.expect(")")
	case isDigit(tok[0]) || tok[0] == '.':
		v, err := strconv.ParseFloat(tok, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", tok)
		}
		p.next()
		return literal{v}, nil
	case isLetter(tok):
		p.next()
		return p.name(tok)
	}
	return nil, fmt.Errorf("unexpected %q at column %d of the expression", tok, p.at+1)
}

func (p *parser) name(name string) (expr, error) {
	switch name {
	case "true", "false":
		return literal{name == "true"}, nil
	case "none":
		return literal{nil}, nil
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
	if !knownFunction(name) {
		return nil, fmt.Errorf("there is no function %q; templates know %s", name, strings.Join(functionNames(), ", "))
	}
	return c, nil
}

// parseText compiles a text with expressions in braces: "−{points.H}".
// A text that is one expression alone keeps that expression's value.
func parseText(src string) (expr, error) {
	if !strings.ContainsAny(src, "{}") {
		return literal{src}, nil
	}
	var parts []expr
	for src != "" {
		open := strings.IndexByte(src, '{')
		if open < 0 {
			open = len(src)
		}
		if strings.IndexByte(src[:open], '}') >= 0 {
			return nil, fmt.Errorf("%q without %q in %q", "}", "{", src)
		}
		if open > 0 {
			parts = append(parts, literal{src[:open]})
		}
		if open == len(src) {
			break
		}
		end := strings.IndexByte(src[open:], '}')
		if end < 0 {
			return nil, fmt.Errorf("%q without %q in %q", "{", "}", src)
		}
		x, err := parseExpr(src[open+1 : open+end])
		if err != nil {
			return nil, err
		}
		parts = append(parts, x)
		src = src[open+end+1:]
	}
	if len(parts) == 1 {
		return parts[0], nil
	}
	return call{"join", parts}, nil
}
