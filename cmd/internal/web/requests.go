package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// An action answers a request. An error it returns is answered as fail says.
type action func(w http.ResponseWriter, r *http.Request) error

// ServeHTTP implements http.Handler.
func (do action) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := do(w, r); err != nil {
		fail(w, err)
	}
}

// change answers {} when a change was made.
func change(do func(r *http.Request) error) action {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := do(r); err != nil {
			return err
		}
		answer(w, http.StatusOK, struct{}{})
		return nil
	}
}

// changeBy is change with what was sent.
func changeBy[T any](do func(r *http.Request, in T) error) action {
	return change(func(r *http.Request) error {
		var in T
		if err := readJSON(r, &in); err != nil {
			return err
		}
		return do(r, in)
	})
}

// A badRequest says what is wrong with a request.
type badRequest string

func (e badRequest) Error() string { return string(e) }

// readJSON reads one object with known fields and nothing behind it. A field
// that is there twice, or in other capitals, is read differently by different
// programs: it is refused.
func readJSON(r *http.Request, into any) error {
	data, err := io.ReadAll(r.Body)
	if err == nil {
		err = onlyOnce(json.NewDecoder(bytes.NewReader(data)), fieldsOf(into))
	}
	if err == nil {
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err = dec.Decode(into); err == nil {
			if _, more := dec.Token(); more != io.EOF {
				err = errors.New("something follows behind the object")
			}
		}
	}
	if err != nil {
		return badRequest(err.Error())
	}
	return nil
}

// fieldsOf returns the names of the fields of a struct, as they are written.
func fieldsOf(into any) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(into).Elem()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" {
			names = append(names, name)
		}
	}
	return names
}

// onlyOnce reads a value and reports a name that an object has twice; fields
// are those the object may have, nil for any.
func onlyOnce(dec *json.Decoder, fields []string) error {
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	open, ok := tok.(json.Delim)
	if !ok {
		return nil
	}
	seen := map[string]bool{}
	for dec.More() {
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			name := fmt.Sprint(key)
			switch {
			case seen[name]:
				return fmt.Errorf("%q is there twice", name)
			case fields != nil && !slices.Contains(fields, name):
				return fmt.Errorf("unknown field %q", name)
			}
			seen[name] = true
		}
		if err := onlyOnce(dec, nil); err != nil {
			return err
		}
	}
	_, err = dec.Token()
	return err
}

// maxWishes is how many languages of a request are looked at.
const maxWishes = 16

// Negotiate returns the language of langs a reader likes best, after the
// header Accept-Language; the first of langs when they like none of them.
func Negotiate(header string, langs []string) string {
	best, weight := langs[0], 0.0
	for i, wish := range strings.SplitN(header, ",", maxWishes+1) {
		if i == maxWishes {
			break
		}
		tag, q := readWish(wish)
		if q <= weight {
			continue // an earlier one is liked as much
		}
		if lang := nearest(tag, langs); lang != "" {
			best, weight = lang, q
		}
	}
	return best
}

// readWish reads "de-CH;q=0.8".
func readWish(wish string) (tag string, q float64) {
	tag, params, _ := strings.Cut(wish, ";")
	q = 1
	if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
		f, err := strconv.ParseFloat(v, 64)
		if err != nil || !(f >= 0 && f <= 1) {
			return "", 0
		}
		q = f
	}
	return strings.TrimSpace(tag), q
}

// nearest returns the language that is the one wished for, the one it is a
// form of, or another form of it; "" for none.
func nearest(tag string, langs []string) string {
	if tag == "*" {
		return langs[0]
	}
	if lang := exactly(tag, langs); lang != "" {
		return lang
	}
	for base := tag; base != ""; base = base[:max(strings.LastIndexByte(base, '-'), 0)] {
		if lang := exactly(base, langs); lang != "" {
			return lang
		}
	}
	base, _, _ := strings.Cut(tag, "-")
	for _, l := range langs {
		if of, _, _ := strings.Cut(l, "-"); base != "" && strings.EqualFold(of, base) {
			return l
		}
	}
	return ""
}

// exactly returns the language written like tag, whatever the case.
func exactly(tag string, langs []string) string {
	for _, l := range langs {
		if strings.EqualFold(l, tag) {
			return l
		}
	}
	return ""
}
