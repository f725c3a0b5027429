package source

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
)

// What is read by an outline is what is read from the file, places and all,
// and an edited file is read itself.
func TestOutlineIsTheTree(t *testing.T) {
	const text = `# a comment
name: Wald　é 'x'   # 日本
list: [a, "b", 'it''s', 12, 1.5, ~, {k: v, "q": "a\tb"}]
empty:
folded: >-
  one
  two

  three
literal: |
  one
    two
plain: many words
  over lines
"quoted key": 'plain'
deep:
- - x
  - {}
- []
`
	files := fstest.MapFS{"a/b.yaml": {Data: []byte("k: 1\n")}, "a/x.yaml": {Data: []byte(text)}, "a/no.txt": {Data: []byte("[")}, "one.yaml": {Data: []byte("- word\n")}}
	outline, err := Outline(files, "a", "one.yaml")
	if err != nil {
		t.Fatal(err)
	}
	fsys := Outlined(files, outline)
	for _, name := range []string{"a/b.yaml", "a/x.yaml", "one.yaml"} {
		var ps Problems
		got, ok := ReadFile(fsys, name, &ps)
		want, _ := ReadFile(files, name, &ps)
		if !ok || len(ps) > 0 || !reflect.DeepEqual(got.node, want.node) || !Settled(fsys, name) || Settled(files, name) {
			t.Errorf("%s: by outline\n%+v\nparsed\n%+v %v", name, got.node, want.node, ps)
		}
	}
	files["one.yaml"] = &fstest.MapFile{Data: []byte("- ward\n")}
	var ps Problems
	fsys = Outlined(files, outline)
	if v, _ := ReadFile(fsys, "one.yaml", &ps); v.List()[0].Text() != "ward" || Settled(fsys, "one.yaml") {
		t.Error("an edited file is read by its old outline")
	}
}

// What is wrong with any of the files is said, with its place.
func TestOutlineSaysWhatIsWrong(t *testing.T) {
	_, err := Outline(fstest.MapFS{"a.yaml": {Data: []byte("k: 1\nk: 2\n")}, "b.yaml": {Data: []byte("x: 1\ny: 2\nx: 3\n")}}, ".")
	data := new(DataError)
	if !errors.As(err, &data) || len(data.Problems) != 2 {
		t.Fatal(err)
	}
	for i, want := range []string{`a.yaml:2:1: error: key "k" is there twice`, `b.yaml:3:1: error: key "x" is there twice`} {
		if said := data.Problems[i].Error(); !strings.HasPrefix(said, want) {
			t.Errorf("says %s, not %s", said, want)
		}
	}
}
