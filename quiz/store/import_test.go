package store_test

import (
	"bytes"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"kitpress/quiz/referee"
	"kitpress/quiz/store"
	"kitpress/quiz/store/storetest"
)

// An export of format 1, without a closing line, is still read, and known for
// not saying that it is whole; a mark at the start is overlooked.
func TestImportOfFormat1(t *testing.T) {
	_, s := filled(t)
	defer s.Close()
	m, log, err := s.Load(ctx, "m")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := store.Export(&file, m, log); err != nil {
		t.Fatal(err)
	}
	if in, err := store.Import(strings.NewReader("\uFEFF" + file.String())); err != nil || !in.Whole || len(in.Log) != 8 {
		t.Errorf("%d entries, whole %v, %v", len(in.Log), in.Whole, err)
	}
	lines := strings.SplitAfter(file.String(), "\n")
	old := strings.Replace(strings.Join(lines[:6], ""), `"format":3`, `"format":1`, 1)
	if in, err := store.Import(strings.NewReader(old)); err != nil || in.Whole || len(in.Log) != 5 {
		t.Errorf("%d entries, whole %v, %v", len(in.Log), in.Whole, err)
	}
}

// What is no export is refused with the line.
func TestImportRefuses(t *testing.T) {
	_, s := filled(t)
	defer s.Close()
	m, log, err := s.Load(ctx, "m")
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := store.Export(&file, m, log); err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(file.String(), "\n")
	join := func(l ...string) string { return strings.Join(l, "") }
	for says, content := range map[string]string{
		"the file is empty":              "",
		"line 1: this is no exported":    "{\"matsch\": 1}\n",
		"line 1: format 7 is unknown":    strings.Replace(lines[0], `"format":3`, `"format":7`, 1),
		"line 1: \"../m\" is no id":      strings.Replace(lines[0], `"id":"m"`, `"id":"../m"`, 1),
		"line 3: unexpected EOF":         join(lines[0], lines[1], lines[2][:20]),
		"line 2: something follows":      join(lines[0], strings.TrimSpace(lines[1]), "{}\n"),
		"line 3: longer than a line":     join(lines[0], lines[1], strings.Repeat("x", 2<<20)),
		"entry 2 has the number 3":       join(lines[0], lines[1], lines[3]),
		"entry 2 was changed":            join(lines[0], lines[1], strings.Replace(lines[2], `"eyes":["3"]`, `"eyes":["4"]`, 1), lines[3]),
		"entry 1 was changed":            join(strings.Replace(lines[0], `"short"`, `"long"`, 1), lines[1]),
		"line 2: json: unknown field \"": join(lines[0], strings.Replace(lines[1], `"at"`, `"when"`, 1)),
		"line 9: the file is cut off":    join(lines[:9]...),
		"line 6: the file is cut off":    join(lines[:6]...),
		"line 8: the file has 6 entries": join(append(slices.Clone(lines[:7]), lines[9])...),
		"line 10: the log does not end":  join(append(slices.Clone(lines[:9]), strings.Replace(lines[9], `"hash":"`, `"hash":"0`, 1))...),
		"line 11: this follows behind":   join(append(slices.Clone(lines[:10]), lines[8])...),
	} {
		if _, err := store.Import(strings.NewReader(content)); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}

func FuzzImport(f *testing.F) {
	s := storetest.New(f)
	_ = s.Create(ctx, storetest.Match("m"), storetest.At(0))
	for i := 1; i <= 3; i++ {
		_, _, _ = s.Append(ctx, "m", storetest.Record(i), storetest.At(i))
	}
	m, log, _ := s.Load(ctx, "m")
	var file bytes.Buffer
	_ = store.Export(&file, m, log)
	f.Add(file.Bytes())
	f.Add([]byte("{}\n{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		in, err := store.Import(bytes.NewReader(data))
		if err != nil {
			return
		}
		var out bytes.Buffer
		if err := store.Export(&out, in.Match, in.Log); err != nil {
			t.Fatal(err)
		}
		if again, err := store.Import(&out); err != nil || len(again.Log) != len(in.Log) || !again.Whole {
			t.Errorf("%d entries, then %d: %v", len(in.Log), len(again.Log), err)
		}
	})
}

// A log of the version before, in an export or in a file, says who entered its
// records: what stood before the operation is a field, and every hash still fits.
func TestAuthorsOfOldLogs(t *testing.T) {
	export, err := os.ReadFile("testdata/format2.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	in, err := store.Import(bytes.NewReader(export))
	if err != nil {
		t.Fatal(err)
	}
	red := referee.Author{Role: referee.RoleSeat, Seat: "red"}
	want := []referee.Record{
		{By: referee.Author{Role: referee.RoleReferee, N: 1}, Op: "deal-1"}, {By: red, Op: "roll-1"}, {By: red, Op: "undo-1"}, {By: red, Op: "roll-2"},
		{By: referee.Author{Role: referee.RoleReferee, N: 2}, Op: "reroll"}, {Op: "cli-1"},
	}
	for i, e := range in.Log {
		if e.Record.By != want[i].By || e.Record.Op != want[i].Op {
			t.Errorf("record %d is %q by %+v", i+1, e.Record.Op, e.Record.By)
		}
	}
	s := open(t, oldFile(t, ""))
	defer s.Close()
	m, log, err := s.Load(ctx, in.Match.ID)
	if err != nil || len(log) != len(want) || !reflect.DeepEqual(log, in.Log) || !reflect.DeepEqual(m, in.Match) {
		t.Fatalf("%+v\nwant %+v\n%v", log, in.Log, err)
	}
	if e, again, err := s.Append(ctx, m.ID, referee.Record{Seq: 7, By: red, Op: "roll-1"}, log[0].At); !again || err != nil || e.Record.Seq != 2 {
		t.Errorf("an old operation that is sent again: record %d, %v", e.Record.Seq, err)
	}
	if _, again, err := s.Append(ctx, m.ID, referee.Record{Seq: 7, Op: "roll-1"}, log[0].At); again || err != nil {
		t.Errorf("the same by somebody else: %v, %v", again, err)
	}
	var now bytes.Buffer
	if err := store.Export(&now, in.Match, in.Log); err != nil {
		t.Fatal(err)
	}
	if back, err := store.Import(bytes.NewReader(now.Bytes())); err != nil || !reflect.DeepEqual(back, in) {
		t.Errorf("exported anew: %+v, %v", back, err)
	}
	changed := bytes.Replace(now.Bytes(), []byte(`"role":"seat","seat":"red"`), []byte(`"role":"seat","seat":"blue"`), 1)
	if _, err := store.Import(bytes.NewReader(changed)); err == nil {
		t.Error("another author was taken in")
	}
}
