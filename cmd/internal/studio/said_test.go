package studio

import (
	"archive/zip"
	"bytes"
	"html"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"
)

// send sends a file as a page of the studio would.
func (b *browser) send(target, name, data string, change ...func(*http.Request)) string {
	b.t.Helper()
	got := b.ask("POST", target, data, append(change, func(r *http.Request) {
		r.Header.Set("Content-Type", "application/octet-stream")
		r.Header.Set("X-Name", name)
	})...)
	return got.Body.String()
}

// in asks in a language.
func in(lang string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set("Accept-Language", lang) }
}

// faulty returns an archive of a deck with faults in its file and its table.
func (b *browser) faulty() string {
	b.t.Helper()
	b.send("/own/drop", "Tiere.csv", "Titel;Text;Symbol;Anzahl\nFuchs;Versteckt sich.;catt;zwei\nEule;Sieht alles.;moon;1\n", in("de"))
	data := b.ask("GET", "/own/tiere/zip/tiere.zip", "").Body.Bytes()
	from, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		b.t.Fatal(err)
	}
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, f := range from.File {
		r, err := f.Open()
		if err != nil {
			b.t.Fatal(err)
		}
		text, err := io.ReadAll(r)
		if err != nil {
			b.t.Fatal(err)
		}
		if strings.HasSuffix(f.Name, "game.yaml") {
			text = append(text, "tittle: Tiere\n"...)
		}
		w, err := to.Create(f.Name)
		if err != nil {
			b.t.Fatal(err)
		}
		if _, err := w.Write(text); err != nil {
			b.t.Fatal(err)
		}
	}
	if err := to.Close(); err != nil {
		b.t.Fatal(err)
	}
	return out.String()
}

// What is wrong stands in the language of the page, and so does why nothing was
// changed.
func TestFaultsInTheLanguageOfThePage(t *testing.T) {
	b := open(t)
	if got := b.send("/own/drop", "kaputt.zip", b.faulty()); got != "{\"url\":\"/own/kaputt\"}\n" {
		t.Fatal(got)
	}
	b.ask("POST", "/events/new", `{"name": "Fest"}`)
	b.do(map[string]string{"do": "set", "id": "tables.0.game", "value": "onlin"})
	sent := b.send("/questions/drop", "fragen.csv", "Frage;Antwort;Art\nWas?;;\nWer?;Ich;quatsch\n", in("de"))
	questions := strings.TrimSuffix(strings.TrimPrefix(sent, `{"url":"`), "\"}\n")
	english := regexp.MustCompile(`<(?:span|p|pre)[^>]* lang="en"[^>]*>[^<]+`)
	for _, asked := range []struct{ lang, page, want string }{
		{"de", "/own/kaputt", ">unbekannter Schlüssel „tittle“ in game.yaml<"},
		{"de", "/own/tiere", ">war „cat“ gemeint?<"},
		{"de", questions, ">unbekannte Art „quatsch“<"},
		{"de", "/events/fest", ">es gibt kein Spiel „onlin“<"},
		{"de", "/kit/own~tiere", "tiere.csv:D2: Fehler: nötig ist eine ganze Zahl, gefunden: Text „zwei“"},
		{"ja", "/own/kaputt", ">game.yamlに不明なキー「tittle」があります<"},
		{"ja", "/own/tiere", ">「cat」のことですか？<"},
		{"ja", questions, ">不明な種類「quatsch」<"},
		{"ja", "/events/fest", ">ゲーム「onlin」はありません<"},
		{"ja", "/kit/own~tiere", "tiere.csv:D2: エラー: 整数が必要ですが、文章「zwei」があります"},
	} {
		body := "data-pending"
		for range 200 {
			if body = html.UnescapeString(b.ask("GET", asked.page, "", in(asked.lang)).Body.String()); !strings.Contains(body, "data-pending") {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		if !strings.Contains(body, asked.want) {
			t.Errorf("%s in %s does not say %q: %q", asked.page, asked.lang, asked.want, regexp.MustCompile(`<[^>]* lang="`+asked.lang+`"[^>]*>[^<]+|<p>[^<]*`).FindAllString(body, -1))
		}
		if left := english.FindAllString(body, -1); left != nil {
			t.Errorf("%s in %s says %q", asked.page, asked.lang, left)
		}
	}
	for _, refused := range []struct{ lang, target, name, data, want string }{
		{"de", "/own/drop", "leer.zip", "PK", "in diesem Archiv ist kein Spiel"}, {"ja", "/own/drop", "leer.zip", "PK", "このアーカイブにはゲームが入っていません"},
		{"de", "/own/drop", "a.xlsx", "PK", "a.xlsx: Fehler: keine Excel-Arbeitsmappe, obwohl ihr Name auf .xlsx endet\nTipp: "}, {"ja", "/own/drop", "a.xlsx", "PK", "a.xlsx: エラー: 名前は.xlsxで終わりますが、Excelブックではありません\nヒント: "},
		{"de", "/events/fest/file", "a.csv", "a\n\x00", "a.csv:2: Fehler: kein Text: Ein Null-Byte steht darin"}, {"ja", "/events/fest/file", "a.exe", "MZ", "使える内容がありません。"},
		{"ja", "/events/fest/do", "", `{"do": "nothing"}`, "ここでは変更できません。"},
	} {
		if got := b.send(refused.target, refused.name, refused.data, in(refused.lang)); !strings.HasPrefix(got, refused.want) {
			t.Errorf("%s, %s: %s", refused.name, refused.lang, got)
		}
	}
}
