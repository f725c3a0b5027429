package expr

import (
	"errors"
	"fmt"
	"kitpress/catalog/source"
	"math"
)

// An Expr is a compiled expression of a template, such as
// "32 + 15.7 * i" or "points[r.id] > 0". It has no side effects.
type Expr interface {
	Eval(e *Env) (any, error)
}

// Expression nodes. Values are float64, string, bool, nil, []any, object and
// message; see values.go.
type (
	Literal  struct{ Value any }
	variable struct{ name string }
	member   struct {
		of   Expr
		name string
	}
	index struct{ of, at Expr }
	unary struct {
		op string
		x  Expr
	}
	operation struct {
		op   string
		l, r Expr
	}
	choice struct{ cond, yes, no Expr }
	call   struct {
		name string
		f    function
		args []Expr
	}
	joined struct{ parts []Expr } // a text with expressions in braces
)

func (x Literal) Eval(*Env) (any, error) { return x.Value, nil }

func (x variable) Eval(e *Env) (any, error) {
	v, ok := e.Lookup(x.name)
	if !ok {
		return nil, source.Unknown(fmt.Sprintf("there is no value called %q here", x.name), x.name, e.known())
	}
	if noted, ok := v.(Noted); ok {
		return noted.Read(), nil
	}
	return v, nil
}

func (x member) Eval(e *Env) (any, error) {
	of, err := x.of.Eval(e)
	if err != nil {
		return nil, err
	}
	return PartOf(of, x.name)
}

func (x index) Eval(e *Env) (any, error) {
	of, err := x.of.Eval(e)
	if err != nil {
		return nil, err
	}
	at, err := x.at.Eval(e)
	if err != nil {
		return nil, err
	}
	list, isList := of.([]any)
	if !isList {
		return PartOf(of, StringOf(at))
	}
	n, ok := at.(float64)
	if !ok || n != math.Trunc(n) || n < 0 || n >= float64(len(list)) {
		return nil, fmt.Errorf("%s is no place in a list of %d: the first is 0", Describe(at), len(list))
	}
	return list[int(n)], nil
}

func (x unary) Eval(e *Env) (any, error) {
	v, err := x.x.Eval(e)
	if err != nil {
		return nil, err
	}
	if x.op == "not" {
		return !Truth(v), nil
	}
	n, err := NumberOf(v)
	return -n, err
}

// isNone reports whether a template writes that there is nothing.
func isNone(x Expr) bool {
	l, ok := x.(Literal)
	return ok && l.Value == nil
}

func (x operation) Eval(e *Env) (any, error) {
	l, err := x.l.Eval(e)
	if err != nil {
		return nil, err
	}
	switch {
	case x.op == "and" && !Truth(l):
		return false, nil
	case x.op == "or" && Truth(l):
		return true, nil
	}
	r, err := x.r.Eval(e)
	if err != nil {
		return nil, err
	}
	switch x.op {
	case "and", "or":
		return Truth(r), nil
	case "==", "!=":
		equal := same(l, r)
		if _, number := l.(float64); number && isNone(x.r) { // 0 is a number on a card, too
			equal = false
		}
		return equal == (x.op == "=="), nil
	}
	a, err := NumberOf(l)
	if err != nil {
		return nil, err
	}
	b, err := NumberOf(r)
	if err != nil {
		return nil, err
	}
	return arithmetic(x.op, a, b)
}

func arithmetic(op string, a, b float64) (any, error) {
	switch op {
	case "+":
		return finite(a + b)
	case "-":
		return finite(a - b)
	case "*":
		return finite(a * b)
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	case ">=":
		return a >= b, nil
	}
	if b == 0 {
		return nil, errors.New("division by zero")
	}
	if op == "%" {
		return math.Mod(a, b), nil
	}
	return finite(a / b)
}

// finite keeps infinity and NaN out of all values, so that nothing that is
// drawn has to ask.
func finite(v float64) (any, error) {
	if math.IsInf(v, 0) || math.IsNaN(v) {
		return nil, errors.New("the result is too large")
	}
	return v, nil
}

func (x choice) Eval(e *Env) (any, error) {
	c, err := x.cond.Eval(e)
	if err != nil {
		return nil, err
	}
	if Truth(c) {
		return x.yes.Eval(e)
	}
	return x.no.Eval(e)
}

func (x call) Eval(e *Env) (any, error) {
	args, err := evalAll(e, x.args)
	if err != nil {
		return nil, err
	}
	v, err := x.f.call(e, args)
	if err != nil {
		return nil, source.Hinted{Message: x.name + ": " + err.Error(), Hint: source.HintOf(err)}
	}
	return v, nil
}

func evalAll(e *Env, list []Expr) ([]any, error) {
	out := make([]any, len(list))
	for i, x := range list {
		v, err := x.Eval(e)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// IsConstant reports whether x always gives the same value. Calls count as
// not constant: most of them look into the game.
func IsConstant(x Expr) bool {
	switch x := x.(type) {
	case nil, Literal:
		return true
	case unary:
		return IsConstant(x.x)
	case operation:
		return IsConstant(x.l) && IsConstant(x.r)
	case choice:
		return IsConstant(x.cond) && IsConstant(x.yes) && IsConstant(x.no)
	case joined:
		for _, p := range x.parts {
			if !IsConstant(p) {
				return false
			}
		}
		return true
	}
	return false
}
