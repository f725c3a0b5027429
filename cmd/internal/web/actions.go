package web

import "net/http"

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
