// Package web answers requests for pages of explanations.
//
// In goes a site as kit made it, out come http.Handlers. Everything is answered
// from memory by looking names up, so no path leads to a file of the machine.
// Requests are only read (GET, HEAD), only for a host this computer is known
// by, and every answer forbids the browser whatever pages without scripts do
// not need. The package must not know games, terminals, flags or listeners:
// package cli opens those.
package web
