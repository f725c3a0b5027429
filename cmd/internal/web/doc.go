// Package web answers requests for pages of explanations and for tables with a
// referee.
//
// In go a site as kit made it and the lobby with its tables, out come
// http.Handlers: one for phones, one for the desk. Everything is answered from
// memory by looking names up, so no path leads to a file of the machine. Every
// request names a host this computer is known by; explanations are only read
// (GET, HEAD), and tables take a little JSON from our own pages. What a device
// may see and enter follows from the session in its cookie, never from what it
// says about itself: README.md beside this file has the addresses, the JSON and
// the rules.
//
// The package must not know the rules of games, terminals, flags or listeners:
// package cli opens those.
package web
