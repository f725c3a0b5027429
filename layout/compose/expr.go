package compose

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// An expr is a compiled expression of a template, such as
// "32 + 15.7 * i" or "points[r.id] > 0". It has no side effects.
type expr interface {
	eval(e *env) (any, error)
}

// Expression nodes. Values are float64, string, bool, nil, []any, object and
// message.
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
	binary struct {
		op   string
		l, r expr
	}
	choice struct{ cond, yes, no expr }
	call   struct {
		name string
		args []expr
	}
)

// An object is a value with named parts: a card, an item of a set, a topic.
type object interface {
	part(name string) (any, bool)
}

func (x literal) eval(*env) (any, error) { return x.v, nil }

func (x variable) eval(e *env) (any, error) {
	v, ok := e.lookup(x.name)
	if !ok {
		return nil, fmt.Errorf("there is no value called %q here", x.name)
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

func partOf(of any, name string) (any, error) {
	if of == nil {
		return nil, nil
	}
	o, ok := of.(object)
	if !ok {
		return nil, fmt.Errorf("%s has no part %q", describe(of), name)
	}
	v, ok := o.part(name)
	if !ok {
		return nil, fmt.Errorf("%s has no part %q", describe(of), name)
	}
	return v, nil
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
	if !ok || int(n) < 0 || int(n) >= len(list) {
		return nil, fmt.Errorf("index %s is outside a list of %d", stringOf(at), len(list))
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

func (x binary) eval(e *env) (any, error) {
	l, err := x.l.eval(e)
	if err != nil {
		return nil, err
	}
	switch x.op {
	case "and":
		if !truth(l) {
			return false, nil
		}
	case "or":
		if truth(l) {
			return true, nil
		}
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
		return a + b, nil
	case "-":
		return a - b, nil
	case "*":
		return a * b, nil
	case "/", "%":
		if b == 0 {
			return nil, fmt.Errorf("division by zero")
		}
		if op == "%" {
			return math.Mod(a, b), nil
		}
		return a / b, nil
	case "<":
		return a < b, nil
	case "<=":
		return a <= b, nil
	case ">":
		return a > b, nil
	}
	return a >= b, nil
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
	args := make([]any, len(x.args))
	for i, a := range x.args {
		v, err := a.eval(e)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	v, err := callFunction(e, x.name, args)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", x.name, err)
	}
	return v, nil
}

// isConstant reports whether x always gives the same value.
func isConstant(x expr) bool {
	switch x := x.(type) {
	case literal:
		return true
	case unary:
		return isConstant(x.x)
	case binary:
		return isConstant(x.l) && isConstant(x.r)
	case choice:
		return isConstant(x.cond) && isConstant(x.yes) && isConstant(x.no)
	}
	return false
}

// truth reports whether v counts as true: not nil, false, 0, "" or empty.
func truth(v any) bool {
	switch v := v.(type) {
	case nil:
		return false
	case bool:
		return v
	case float64:
		return v != 0
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	case message:
		return v.text != ""
	}
	return true
}

func same(a, b any) bool {
	if x, ok := a.(float64); ok {
		y, ok := b.(float64)
		return ok && x == y
	}
	if a == nil || b == nil {
		return truth(a) == truth(b)
	}
	if x, ok := a.(bool); ok {
		return x == truth(b)
	}
	return stringOf(a) == stringOf(b)
}

func numberOf(v any) (float64, error) {
	switch v := v.(type) {
	case float64:
		return v, nil
	case nil:
		return 0, nil
	case bool:
		if v {
			return 1, nil
		}
		return 0, nil
	case string:
		if n, err := strconv.ParseFloat(v, 64); err == nil {
			return n, nil
		}
	}
	return 0, fmt.Errorf("%s is not a number", describe(v))
}

// stringOf returns v as it reads in a text. Objects read as their id.
func stringOf(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return v
	case message:
		return v.text
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	case []any:
		parts := make([]string, len(v))
		for i, p := range v {
			parts[i] = stringOf(p)
		}
		return strings.Join(parts, ",")
	case object:
		id, _ := v.part("id")
		return stringOf(id)
	}
	return fmt.Sprint(v)
}

func describe(v any) string {
	switch v := v.(type) {
	case nil:
		return "nothing"
	case string, message:
		return fmt.Sprintf("the text %q", stringOf(v))
	case []any:
		return fmt.Sprintf("a list of %d", len(v))
	case object:
		return fmt.Sprintf("%q", stringOf(v))
	}
	return stringOf(v)
}
