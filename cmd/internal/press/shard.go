package press

import (
	"fmt"
	"strconv"
	"strings"
)

// A Shard is one part of a build that several machines share. The parts of a
// request are the same wherever it is built; none is made twice.
type Shard struct {
	Part int `json:"part"` // from 1; 0 for a build that is not shared
	Of   int `json:"of"`
}

// ParseShard reads "2/3".
func ParseShard(s string) (Shard, error) {
	part, of, ok := strings.Cut(s, "/")
	i, err := strconv.Atoi(part)
	n, err2 := strconv.Atoi(of)
	if !ok || err != nil || err2 != nil || i < 1 || i > n || n > 10000 {
		return Shard{}, &UsageError{fmt.Sprintf("--shard %q: not a part of a build", s), "--shard 2/3 makes the second of three parts; kitpress merge puts them together"}
	}
	return Shard{i, n}, nil
}

// takes reports whether the part makes the i-th of several things, from 0.
func (s Shard) takes(i int) bool { return s.Of == 0 || i%s.Of == s.Part-1 }

// TakesSite reports whether the part makes the pages of the i-th game.
func (s Shard) TakesSite(i int) bool { return s.takes(i) }

// take keeps the jobs of the part: whole languages, where there are enough for
// all parts, since their jobs share what they draw; else contents. What a print
// plan of the part counts stays, and is not written.
func (s Shard) take(jobs []Job) []Job {
	if s.Of == 0 {
		return jobs
	}
	languages, contents := map[*Localization]int{}, map[*content]int{}
	for i := range jobs {
		j := &jobs[i]
		if _, ok := languages[j.In]; !ok {
			languages[j.In] = len(languages)
		}
		if _, ok := contents[j.content]; !ok {
			contents[j.content] = len(contents)
		}
	}
	plans := map[*Localization]bool{}
	for i := range jobs {
		j := &jobs[i]
		n := contents[j.content]
		if len(languages) >= s.Of {
			n = languages[j.In]
		}
		j.Write = j.Write && s.takes(n)
		plans[j.In] = plans[j.In] || j.content.counts && j.Write
	}
	var own []Job
	for _, j := range jobs {
		if j.Write || plans[j.In] {
			own = append(own, j)
		}
	}
	return own
}
