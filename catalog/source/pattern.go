package source

import (
	"regexp"
	"sync"
)

// Pattern returns a regular expression that is compiled when it is first asked
// for: most runs of the program need few of them.
func Pattern(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })
}
