package spreadsheet

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"kitpress/catalog/source"
)

// wideText encodes text as UTF-16.
func wideText(s string, big, mark bool) string {
	var b []byte
	if mark {
		s = "\uFEFF" + s
	}
	for _, u := range utf16.Encode([]rune(s)) {
		if big {
			b = append(b, byte(u>>8), byte(u))
		} else {
			b = append(b, byte(u), byte(u>>8))
		}
	}
	return string(b)
}

// shown writes rows as a table of a test does: cells by |, rows by /.
func shown(sheets []Sheet) string {
	var out []string
	for _, s := range sheets {
		var rows []string
		for _, r := range s.Rows {
			rows = append(rows, strings.Join(r, "|"))
		}
		out = append(out, strings.Join(rows, "/"))
	}
	return strings.Join(out, "//")
}

func problemLines(ps source.Problems) string {
	var list []string
	for _, p := range ps.Sorted() {
		list = append(list, p.Error())
	}
	return strings.Join(list, "\n")
}

// Shapes of text files as they come out of programs and people's hands.
func TestReadText(t *testing.T) {
	many := strings.Repeat("a,b\n", 40)
	for _, x := range []struct{ name, data, want, found, problem string }{
		{"plain", "a,b\n1,2\n", "a|b/1|2", "UTF-8, separated by commas", ""},
		{"no line end at the end", "a,b\n1,2", "a|b/1|2", "UTF-8, separated by commas", ""},
		{"Windows lines", "a,b\r\n1,2\r\n", "a|b/1|2", "UTF-8, separated by commas", ""},
		{"old Mac lines", "a,b\r1,2\r", "a|b/1|2", "UTF-8, separated by commas", ""},
		{"mark of UTF-8", "\xEF\xBB\xBFa;b\n1;ü\n", "a|b/1|ü", "UTF-8, separated by semicolons", ""},
		{"German Excel", "Schüler;Antwort\n\"Bär\";1,5\n", "Schüler|Antwort/Bär|1,5", "UTF-8, separated by semicolons", ""},
		{"Windows-1252", "Sch\xFCler;Antwort\nB\xE4r;\x84ja\x93 \x80\n", "Schüler|Antwort/Bär|„ja“ €", "Windows-1252, separated by semicolons", ""},
		{"French in Windows-1252", "\xE9l\xE8ve;r\xE9ponse\n", "élève|réponse", "Windows-1252, separated by semicolons", ""},
		{"Shift_JIS", "\x96\xBC\x91\x4F,\x93\x9A\x82\xA6\nA,\x83\x4F\n", "名前|答え/A|グ", "Shift_JIS, separated by commas", ""},
		{"UTF-16 with mark", wideText("a\tb\n1\tü\n", false, true), "a|b/1|ü", "UTF-16LE, separated by tabs", ""},
		{"UTF-16, big end first", wideText("a\tb\n1\t😀\n", true, true), "a|b/1|😀", "UTF-16BE, separated by tabs", ""},
		{"UTF-16 without mark", wideText("pupil,answer\nA,x\n", false, false), "pupil|answer/A|x", "UTF-16LE, separated by commas", ""},
		{"tabs", "a\tb,c\n1\t2\n", "a|b,c/1|2", "UTF-8, separated by tabs", ""},
		{"sep line", "sep=;\na;b,c\n", "/a|b,c", "UTF-8, separated by semicolons", ""},
		{"commas in cells of a semicolon file", "a;b\n\"x, y, z\";\"1,5\"\nq, r, s;2\n", "a|b/x, y, z|1,5/q, r, s|2", "UTF-8, separated by semicolons", ""},
		{"quoted line breaks", "a,b\n\"one\ntwo\",\"x\r\ny\"\nz,1\n", "a|b/one\ntwo|x\ny/z|1", "UTF-8, separated by commas", ""},
		{"line ends converted twice", "a,\"b\r\r\nc\"\n", "a|b\nc", "UTF-8, separated by commas", ""},
		{"doubled marks", `a,"say ""hi"""` + "\n", `a|say "hi"`, "UTF-8, separated by commas", ""},
		{"mark inside a cell", `a,5" disk` + "\n", `a|5" disk`, "UTF-8, separated by commas", ""},
		{"empty quoted cell", `a,"",b` + "\n", "a||b", "UTF-8, separated by commas", ""},
		{"blanks behind the mark", `"a" ,b` + "\n", "a|b", "UTF-8, separated by commas", ""},
		{"blank rows count", "a,b\n\n\n1,2\n", "a|b///1|2", "UTF-8, separated by commas", ""},
		{"blank rows and columns at the end", "a,b,,,\n1,2,,,\n,,,,\n , ,\n", "a|b/1|2", "UTF-8, separated by commas", ""},
		{"blank columns before", ",,a\n", "||a", "UTF-8, separated by commas", ""},
		{"short and long rows", "a,b,c\n1\n1,2,3,4\n", "a|b|c/1/1|2|3|4", "UTF-8, separated by commas", ""},
		{"one column", "answer\nyes\nno\n", "answer/yes/no", "UTF-8, one column", ""},
		{"one quoted column", "answer\n\"a\nb\"\n", "answer/a\nb", "UTF-8, one column", ""},
		{"ends with a separator", "a,b,", "a|b", "UTF-8, separated by commas", ""},
		{"apostrophe before a formula", "a,'=1+1\n''=x,'tis\n", "a|=1+1/'=x|'tis", "UTF-8, separated by commas", ""},
		{"spaces stay", "a, b \n", "a| b ", "UTF-8, separated by commas", ""},

		{"mark never closed", "a,b\n1,\"x\ny\n", "", "", `answers.csv:B2: error: the quotation mark at the beginning of the cell is never closed`},
		{"text behind a mark", "a,b\n\"x\"y,2\n", "", "", `answers.csv:A2: error: text behind the quotation mark that closes the cell: "y"`},
		{"mixed encodings", "a;ü\n1;M\xFCller\n2;x\n\xE4;3\n", "", "", `answers.csv:B2: error: this cell is not UTF-8 while others are: two encodings are mixed (as Windows-1252 it would read "Müller")` + "\n" +
			`answers.csv:A4: error: this cell is not UTF-8 while others are: two encodings are mixed (as Windows-1252 it would read "ä")`},
		{"mark of UTF-8, then other bytes", "\xEF\xBB\xBFa,M\xFCll\n", "", "", `answers.csv:B1: error: this cell is not UTF-8 while others are: two encodings are mixed (as Windows-1252 it would read "Müll")`},
		{"zero bytes", "a,b\n1,\x00\n", "", "", "answers.csv:2: error: not text: there is a zero byte"},
		{"no encoding known", "a,b\n\x81\x8D,x\xE4\n", "", "", "answers.csv:2: error: neither UTF-8 nor Windows-1252"},
		{"half a character", "\xFF\xFEa\x00\n\x00\x00\xD8", "", "", "answers.csv:2: error: half a character of UTF-16LE"},
		{"cut off", "\xFF\xFEa\x00b", "", "", "answers.csv:1: error: the file ends in the middle of a character of UTF-16LE"},
		{"nothing", "", "", "", "answers.csv: error: there is nothing in the file"},
		{"only blanks", " , \n\n", "", "", "answers.csv: error: there is nothing in the file"},
		{"too many columns", strings.Repeat("a,", 300) + "b\n", "", "", "answers.csv:IW1: error: more than 256 columns"},
		{"too many rows", strings.Repeat("a,b\n", MaxRows+1), "", "", "answers.csv:200001: error: more than 200000 rows"},
		{"too many blank rows", strings.Repeat("\n", mostRows+1), "", "", "answers.csv:1048577: error: more than 200000 rows"},
		{"many rows", many, strings.TrimSuffix(strings.Repeat("a|b/", 40), "/"), "UTF-8, separated by commas", ""},
		{"a workbook", "PK\x03\x04", "", "", "answers.csv: error: a workbook, although its name ends in .csv"},
		{"old Excel", "\xD0\xCF\x11\xE0", "", "", "answers.csv: error: an old Excel workbook, or one with a password"},
	} {
		t.Run(x.name, func(t *testing.T) {
			sheets, ps := Read("answers.csv", []byte(x.data))
			if got := problemLines(ps); got != x.problem {
				t.Fatalf("problems\n%s\nwant\n%s", got, x.problem)
			}
			if ps.HasErrors() {
				return
			}
			if got := shown(sheets); got != x.want {
				t.Errorf("got %q, want %q", got, x.want)
			}
			if got := sheets[0].Found(); got != x.found {
				t.Errorf("found %q, want %q", got, x.found)
			}
		})
	}
}

func TestReadByName(t *testing.T) {
	for name, want := range map[string]string{
		"a.TSV": "", "b.ods": "b.ods: error: only .csv, .tsv and .xlsx are read", "c": "c: error: only .csv, .tsv and .xlsx are read",
		"d.xlsx": "d.xlsx: error: not an Excel workbook, although its name ends in .xlsx",
	} {
		sheets, ps := Read(name, []byte("a\tb,c\n1\t2,3"))
		if got := problemLines(ps); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if want == "" && shown(sheets) != "a|b,c/1|2,3" {
			t.Errorf("%s: %s", name, shown(sheets))
		}
	}
	if _, ps := Read("a.csv", make([]byte, MaxText+1)); !ps.HasErrors() {
		t.Error("a file that is too large is read")
	}
}

// A cell that would be computed is written as text and read as it was.
func TestWriteCSV(t *testing.T) {
	rows := [][]string{
		{"=1+1", "+1", "-1", "-1+1", "@x", "\tx", "\rx"}, {"＝1", "＋1", "－1", "＠x", "'=1", "''=1", "'tis"},
		{"-5", "-1.5", "1,5", "-", "--1", "a=b"}, {`say "hi"`, "a\nb", " x ", "a;b", "", "z"}, {"sep=;"},
	}
	var b bytes.Buffer
	if err := WriteCSV(&b, rows, ','); err != nil {
		t.Fatal(err)
	}
	want := "\uFEFF'=1+1,'+1,-1,'-1+1,'@x,\"'\tx\",\"'\rx\"\r\n'＝1,'＋1,'－1,'＠x,''=1,'''=1,'tis\r\n" +
		"-5,-1.5,\"1,5\",'-,'--1,a=b\r\n\"say \"\"hi\"\"\",\"a\nb\",\" x \",\"a;b\",,z\r\n\"sep=;\"\r\n"
	if b.String() != want {
		t.Errorf("got\n%q\nwant\n%q", b.String(), want)
	}
	sheets, ps := Read("x.csv", b.Bytes())
	if len(ps) > 0 || shown(sheets) != shown([]Sheet{{Rows: rows}}) {
		t.Errorf("%q\n%v", shown(sheets), ps)
	}
	if err := WriteCSV(failing{}, rows, ','); err == nil {
		t.Error("the writer's error is lost")
	}
}

// However a program cuts the file, and whether or not it minds the quotation
// marks, no cell of it begins with a sign that computes; read here, every cell
// is what it was.
func TestCSVComputesNothing(t *testing.T) {
	rows := [][]string{
		{"Lina", "phishing/passkey", "x;=cmd|'/C calc'!A0;y"}, {"Ben", "q", "x,+1+1"}, {"Cem", "q", "a;\"=1+1\";b"}, {"Dua", "q", "a\n@SUM(1)"},
		{"Eve", "q", "a\t－1"}, {"Fay", "q", ";'=1"}, {"Gil", "q", ",''=1"}, {"Hal", "q", ",--1+1"}, {"Ina", "q", "'=1;=2"}, {"Joe", "q", "20,-"}, {"Kim", "q", "eins, -zwei"},
	}
	for _, separator := range ",;" {
		var b bytes.Buffer
		if err := WriteCSV(&b, rows, separator); err != nil {
			t.Fatal(err)
		}
		for _, cell := range regexp.MustCompile(`[,;\t\r\n]`).Split(strings.TrimPrefix(b.String(), "\uFEFF"), -1) {
			cell = strings.Trim(cell, `"`)
			if cell != "" && cell != "-" && strings.ContainsRune(signs, []rune(cell)[0]) {
				t.Errorf("with %q between cells one is %q", separator, cell)
			}
		}
		if sheets, ps := Read("x.csv", b.Bytes()); len(ps) > 0 || shown(sheets) != shown([]Sheet{{Rows: rows}}) {
			t.Errorf("%q\n%v", shown(sheets), ps)
		}
	}
	for lang, want := range map[string]rune{"de": ';', "de-CH": ';', "fr": ';', "it": ';', "en": ',', "en-GB": ',', "ja": ','} {
		if got := SeparatorOf(lang); got != want {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, fmt.Errorf("full") }

func TestColumns(t *testing.T) {
	known := []Column{{ID: "pupil", Names: []string{"Schüler", "élève", "生徒"}, Need: true}, {ID: "answer", Names: []string{"Antwort"}, Need: true}, {ID: "best-time"}}
	for _, x := range []struct {
		header, want, problem string
	}{
		{" SCHÜLER |Antwort", "answer=1 pupil=0", ""},
		{"Best Time|生徒|answer", "answer=2 best-time=0 pupil=1", ""},
		{"Schu\u0308ler||Antwort", "answer=2 pupil=0", ""},
		{"pupil|Schüler|answer", "answer=2 pupil=0", `x.csv:S!B1: error: the column "Schüler" stands in A already`},
		{"pupil|anwser", "pupil=0", `x.csv:S!1: error: the column "answer" is missing` + "\n" + `x.csv:S!B1: warning: the column "anwser" is not known and not read`},
	} {
		s := Sheet{File: "x.csv", Name: "S", Rows: [][]string{strings.Split(x.header, "|")}}
		found, ps := s.Columns(0, known)
		var got []string
		for id, col := range found {
			got = append(got, fmt.Sprintf("%s=%d", id, col))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != x.want || problemLines(ps) != x.problem {
			t.Errorf("%s: %v\n%s", x.header, got, problemLines(ps))
		}
	}
	s := Sheet{File: "x.csv", Rows: [][]string{{"anwser"}}}
	if _, ps := s.Columns(0, known); ps[0].Hint != `did you mean "answer"?` {
		t.Errorf("%+v", ps)
	}
	if _, ps := s.Columns(7, known); len(ps) != 2 {
		t.Errorf("%+v", ps)
	}
}
