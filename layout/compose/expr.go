package compose

import (
	"errors"
	"fmt"
	"math"
)

// An expr is a compiled expression of a template, such as
// "32 + 15.7 * i" or "points[r.id] > 0". It has no side effects.
type expr interface {
	eval(e *env) (any, error)
}

// Expression nodes. Values are float64, string, bool, nil, []any, object and
// message; see values.go.
type (
	literal  struct{ v any }
	variable struct{ name string }
	member   struct {
		of   expr
		name string
	}
	index struct{ of, at expr }
	unary struct {
		op string
		x  expr
	}
	operation struct {
		op   string
		l, r expr
	}
	choice struct{ cond, yes, no expr }
	call   struct {
		name string
		f    function
		args []expr
	}
	joined struct{ parts []expr } // a text with expressions in braces
)

func (x literal) eval(*env) (any, error) { return x.v, nil }

func (x variable) eval(e *env) (any, error) {
	v, ok := e.lookup(x.name)
	if !ok {
		return nil, unknown(fmt.Sprintf("there is no value called %q here", x.name), x.name, e.known())
	}
	if number, ok := v.(*copyNumber); ok {
		number.asked.Store(true)
		return float64(number.n), nil
	}
	return v, nil
}

func (x member) eval(e *env) (any, error) {
	of, err := x.of.eval(e)
	if err != nil {
		return nil, err
	}
	return partOf(of, x.name)
}

func (x index) eval(e *env) (any, error) {
	of, err := x.of.eval(e)
	if err != nil {
		return nil, err
	}
	at, err := x.at.eval(e)
	if err != nil {
		return nil, err
	}
	list, isList := of.([]any)
	if !isList {
		return partOf(of, stringOf(at))
	}
	n, ok := at.(float64)
	if !ok || n != math.Trunc(n) || n < 0 || n >= float64(len(list)) {
		return nil, fmt.Errorf("%s is no place in a list of %d: the first is 0", describe(at), len(list))
	}
	return list[int(n)], nil
}

func (x unary) eval(e *env) (any, error) {
	v, err := x.x.eval(e)
	if err != nil {
		return nil, err
	}
	if x.op == "not" {
		return !truth(v), nil
	}
	n, err := numberOf(v)
	return -n, err
}

func (x operation) eval(e *env) (any, error) {
	l, err := x.l.eval(e)
	if err != nil {
		return nil, err
	}
	switch {
	case x.op == "and" && !truth(l):
		return false, nil
	case x.op == "or" && truth(l):
		return true, nil
	}
	r, err := x.r.eval(e)
	if err != nil {
		return nil, err
	}
	switch x.op {
	case "and", "or":
		return truth(r), nil
	case "==":
		return same(l, r), nil
	case "!=":
		return !same(l, r), nil
	}
	a, err := numberOf(l)
	if err != nil {
		return nil, err
	}
	b, err := numberOf(r)
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

func (x choice) eval(e *env) (any, error) {
	c, err := x.cond.eval(e)
	if err != nil {
		return nil, err
	}
	if truth(c) {
		return x.yes.eval(e)
	}
	return x.no.eval(e)
}

func (x call) eval(e *env) (any, error) {
	args, err := evalAll(e, x.args)
	if err != nil {
		return nil, err
	}
	v, err := x.f.call(e, args)
	if err != nil {
		return nil, hinted{x.name + ": " + err.Error(), hintOf(err)}
	}
	return v, nil
}

func evalAll(e *env, list []expr) ([]any, error) {
	out := make([]any, len(list))
	for i, x := range list {
		v, err := x.eval(e)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

// isConstant reports whether x always gives the same value. Calls count as
// not constant: most of them look into the game.
func isConstant(x expr) bool {
	switch x := x.(type) {
	case nil, literal:
		return true
	case unary:
		return isConstant(x.x)
	case operation:
		return isConstant(x.l) && isConstant(x.r)
	case choice:
		return isConstant(x.cond) && isConstant(x.yes) && isConstant(x.no)
	case joined:
		for _, p := range x.parts {
			if !isConstant(p) {
				return false
			}
		}
		return true
	}
	return false
}
