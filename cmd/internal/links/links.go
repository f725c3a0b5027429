// Package links asks web servers whether pages are there. It is the only part
// of kitpress that calls out into the internet, and only when somebody asks
// for it by name: no build and no test does.
//
// In go addresses, out comes what became of each. It sends no cookies and
// says who it is, waits between two questions to one host, and refuses
// addresses that are nobody's but the asker's own network. What the pages are
// for it must not know.
package links

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"sync"
	"time"
)

// An Outcome says what became of an address.
type Outcome string

// The outcomes.
const (
	OK          Outcome = "ok"
	Moved       Outcome = "moved"       // there, and for good at another address
	Unsure      Outcome = "unsure"      // the server refuses programs, or is busy: a person must look
	Missing     Outcome = "missing"     // the server does not have it
	Failing     Outcome = "failing"     // the server, or the way of redirects to it, is broken
	Certificate Outcome = "certificate" // the server cannot prove who it is
	Unreachable Outcome = "unreachable" // nobody answers
	Refused     Outcome = "refused"     // no address to ask: private, or not encrypted
)

// Fails reports whether a printed code must not lead there.
func (o Outcome) Fails() bool { return o != OK && o != Moved && o != Unsure }

// A Result is what became of one address.
type Result struct {
	URL      string   `json:"url"`
	Outcome  Outcome  `json:"outcome"`
	Status   int      `json:"status,omitempty"` // of the last answer
	Method   string   `json:"method,omitempty"` // of the last question: HEAD, or GET for servers that do not know it
	Redirect []string `json:"redirects,omitempty"`
	Message  string   `json:"message,omitempty"`
}

// Options say how to ask. The zero value is a polite default.
type Options struct {
	Agent    string        // how to introduce oneself
	Timeout  time.Duration // for one address, redirects included; 0: 20 s
	Parallel int           // hosts at a time; 0: 6
	Delay    time.Duration // between two questions to one host; 0: 1 s, negative: none
	Done     func(n, of int, url string)

	trust *trust // of tests: servers of this machine
}

// patience is how often a host may not answer before it is left alone.
const patience = 2

func (o *Options) fill() {
	if o.Timeout == 0 {
		o.Timeout = 20 * time.Second
	}
	if o.Parallel == 0 {
		o.Parallel = 6
	}
	if o.Delay == 0 {
		o.Delay = time.Second
	}
}

// Check asks for every address once and returns the results in the order of
// the addresses. The error is that of the context.
func Check(ctx context.Context, addresses []string, o Options) ([]Result, error) {
	o.fill()
	c := newClient(o)
	defer c.http.CloseIdleConnections()
	results := make([]Result, len(addresses))
	hosts, order := byHost(addresses)
	var done int
	var mu sync.Mutex
	room := make(chan struct{}, o.Parallel)
	var all sync.WaitGroup
	for _, host := range order {
		all.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			silent := 0 // questions in a row that nobody answered
			for i, n := range hosts[host] {
				if i > 0 && silent < patience && o.Delay > 0 {
					pause(ctx, o.Delay)
				}
				if ctx.Err() != nil {
					return
				}
				if silent >= patience {
					results[n] = Result{URL: addresses[n], Outcome: Unreachable, Message: "not asked: the host did not answer before"}
				} else {
					results[n] = c.check(ctx, addresses[n])
				}
				if silent++; results[n].Outcome != Unreachable {
					silent = 0
				}
				if o.Done != nil {
					mu.Lock()
					done++
					o.Done(done, len(addresses), addresses[n])
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	return results, ctx.Err()
}

// byHost groups the indices of addresses by their host, hosts with most
// addresses first: they take longest.
func byHost(addresses []string) (hosts map[string][]int, order []string) {
	hosts = map[string][]int{}
	for i, a := range addresses {
		host := ""
		if u, err := url.Parse(a); err == nil {
			host = u.Host
		}
		if hosts[host] == nil {
			order = append(order, host)
		}
		hosts[host] = append(hosts[host], i)
	}
	slices.SortStableFunc(order, func(a, b string) int { return len(hosts[b]) - len(hosts[a]) })
	return hosts, order
}

func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// Offline reports whether not one of several servers answered: then it is not
// the links that are wrong.
func Offline(results []Result) bool {
	return len(results) > 0 && !slices.ContainsFunc(results, func(r Result) bool { return r.Outcome != Unreachable && r.Outcome != Refused }) &&
		slices.ContainsFunc(results, func(r Result) bool { return r.Outcome == Unreachable })
}

// judge tells from the last answer what became of an address.
func judge(status int) (Outcome, string) {
	switch {
	case status >= 200 && status < 300:
		return OK, ""
	case status == http.StatusNotFound || status == http.StatusGone:
		return Missing, "the server does not have this page"
	case status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotAcceptable:
		return Unsure, "the server refuses programs: look at it in a browser"
	case status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable:
		return Unsure, "the server is busy: try again later"
	}
	return Failing, "the server answers with an error"
}
