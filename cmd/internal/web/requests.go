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
	t := reflect.TypeOf(into).Elem()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
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
