package source

import (
	"iter"
	"strings"
)

// A Map reads a mapping key by key and remembers which keys were asked for:
// Done reports the others. A nil Map is empty and reports nothing.
type Map struct {
	value Value
	used  []bool         // by number of the pair
	index map[string]int // key -> number of the pair, for large mappings
	asked []string       // every key asked for, for "did you mean"
}

// Map returns the value as a mapping, or nil when it is none.
func (v Value) Map() *Map {
	if v.node == nil {
		return nil
	}
	if !v.IsMap() {
		v.wrongType("a mapping")
		return nil
	}
	m := &Map{value: v, used: make([]bool, len(v.node.items)/2)}
	if len(m.used) > smallMap {
		m.index = make(map[string]int, len(m.used))
		for i := range m.used {
			m.index[v.node.items[2*i].text] = i
		}
	}
	return m
}

// Pos returns where the mapping starts.
func (m *Map) Pos() Pos {
	if m == nil {
		return Pos{}
	}
	return m.value.Pos()
}

// Errorf reports a problem at the start of the mapping.
func (m *Map) Errorf(code, format string, args ...any) *Problem {
	if m == nil {
		return &Problem{}
	}
	return m.value.Errorf(code, format, args...)
}

// find returns the number of the pair with a key, or -1.
func (m *Map) find(key string) int {
	if m == nil {
		return -1
	}
	if m.index != nil {
		if i, ok := m.index[key]; ok {
			return i
		}
		return -1
	}
	for i := range m.used {
		if m.value.node.items[2*i].text == key {
			return i
		}
	}
	return -1
}

// Has reports whether the key is there, without counting it as read.
func (m *Map) Has(key string) bool { return m.find(key) >= 0 }

// Get returns the value of an optional key; the zero Value when it is absent.
func (m *Map) Get(key string) Value {
	if m == nil {
		return Value{}
	}
	m.asked = append(m.asked, key)
	i := m.find(key)
	if i < 0 {
		return Value{}
	}
	m.used[i] = true
	return Value{m.value.doc, &m.value.node.items[2*i+1]}
}

// Need returns the value of a required key and reports its absence.
func (m *Map) Need(key string) Value {
	v := m.Get(key)
	if m != nil && !v.Exists() {
		m.Errorf(CodeMissingKey, "key %q is missing", key)
	}
	return v
}

// An Entry is one pair of a mapping.
type Entry struct {
	Key   string
	At    Value // the key itself, for problems about it
	Value Value
}

// All returns the pairs in the order of the file and counts all as read.
func (m *Map) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		if m == nil {
			return
		}
		for i := range m.used {
			m.used[i] = true
			key := &m.value.node.items[2*i]
			if !yield(Entry{key.text, Value{m.value.doc, key}, Value{m.value.doc, &m.value.node.items[2*i+1]}}) {
				return
			}
		}
	}
}

// Len returns the number of keys.
func (m *Map) Len() int {
	if m == nil {
		return 0
	}
	return len(m.used)
}

// Done reports every key that nobody asked for. where completes the message
// "unknown key "x" in …": "card "phishing"", "game.yaml".
func (m *Map) Done(where string) {
	if m == nil {
		return
	}
	for i, used := range m.used {
		if !used {
			key := &m.value.node.items[2*i]
			Value{m.value.doc, key}.Errorf(CodeUnknownKey, "unknown key %q in %s", Clip(key.text), where).Hint = m.hint(key.text)
		}
	}
}

// hint says which key was meant.
func (m *Map) hint(key string) string {
	if strings.ContainsAny(key, " ") { // {role: Idea, who: Anna, Ben and Carl}
		return "a comma ends a text inside { }: put quotation marks around the whole text"
	}
	free := m.unused()
	if s := Suggest(key, free); s != "" {
		return DidYouMean(key, free)
	}
	if all := strings.Join(free, ", "); all != "" && len(all) <= maxKnown {
		return "keys not yet used here: " + all
	}
	return ""
}

// unused returns the keys that were asked for and are not there: what a
// misspelt key was meant to be.
func (m *Map) unused() []string {
	var keys []string
	for _, k := range m.asked {
		if !m.Has(k) {
			keys = append(keys, k)
		}
	}
	return keys
}

// Format reads the key "format" and reports a version that is not known: the
// rest of such a file cannot be judged, so the caller stops when it is false.
func (m *Map) Format(known int) bool {
	if m == nil {
		return false
	}
	v := m.Need("format")
	if !v.Exists() {
		return false
	}
	if v.IsInt() && v.Literal() == itoa(known) {
		return true
	}
	if !v.IsInt() {
		v.wrongType("a whole number")
		return false
	}
	p := v.Errorf(CodeFormat, "format %s is not known, kitpress knows format %d", v.Literal(), known)
	if known > 1 {
		p.Message = "format " + v.Literal() + " is not known, kitpress knows formats 1 to " + itoa(known)
	}
	p.Hint = "use a newer kitpress, or write the file in a format it knows"
	return false
}
