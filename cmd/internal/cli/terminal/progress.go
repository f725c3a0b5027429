package terminal

import (
	"fmt"
	"strings"

	"kitpress/cmd/internal/press"
)

// A progress shows how far a build is: a bar on a terminal, which is gone when
// the build is done, and otherwise one plain line per file.
type progress struct {
	s     Streams
	drawn bool
}

func NewProgress(s Streams) *progress { return &progress{s: s} }

// barCells is the width of the bar in terminal columns.
const barCells = 24

func (p *progress) Show(now press.Progress) {
	if p.s.Columns == 0 || p.s.Verbose {
		fmt.Fprintf(p.s.Err, "[%*d/%d] %s\n", len(fmt.Sprint(now.Total)), now.Done, now.Total, now.File)
		return
	}
	full := barCells * now.Done / max(1, now.Total)
	line := fmt.Sprintf("%s%s %d/%d ", strings.Repeat("█", full), strings.Repeat("░", barCells-full), now.Done, now.Total)
	if room := p.s.Columns - 1 - len([]rune(line)); room > 0 {
		name := now.File
		line += name[:min(len(name), room)]
	}
	fmt.Fprintf(p.s.Bar, "\r%s\x1b[K", line)
	p.drawn = true
}

// End removes the bar.
func (p *progress) End() {
	if p.drawn {
		fmt.Fprint(p.s.Bar, "\r\x1b[K")
		p.drawn = false
	}
}
