package quiz

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog"
	"kitpress/catalog/catalogtest"
)

// What stands around an answer: words that say nothing, words of the
// question, and words that make it another answer.
func TestAround(t *testing.T) {
	minutes := Question{Kind: Number, Ask: "How many minutes does the update take at most, while it copies files?", Accept: []string{"20"}, Unit: "minutes"}
	tries := Question{Kind: Number, Ask: "After 5 wrong passwords it waits 15 minutes. How many passwords does it try in an hour?", Accept: []string{"20"}, Unit: "passwords"}
	rate := Question{Kind: Number, Ask: "How many requests per second is that?", Accept: []string{"3000"}, Unit: "requests"}
	times := Question{Kind: Number, Ask: "Combien de fois plus de codes y a-t-il ?", Accept: []string{"100"}, Unit: "fois"}
	euro := Question{Kind: Number, Ask: "Wie viel Euro kosten zwei Karten?", Accept: []string{"20"}, Unit: "Euro"}
	mal := Question{Kind: Number, Ask: "Wie viel Mal so viele Codes gibt es?", Accept: []string{"100"}, Unit: "Mal"}
	megabyte := Question{Kind: Number, Ask: "毎秒何メガバイト届きますか。", Accept: []string{"10"}, Unit: "メガバイト"}
	second := Question{Kind: Number, Ask: "1秒に多くて何メガバイト届きますか。", Accept: []string{"10"}, Unit: "メガバイト"}
	ways := Question{Kind: Number, Ask: "鍵は全部で何通りありますか。", Accept: []string{"16"}, Unit: "通り"}
	proof := Question{Kind: Short, Ask: "With which digital document does a website prove whose address it is?", Accept: []string{"certificate"}, Wrong: []string{"cookie"}}
	access := Question{Kind: Short, Ask: "What is it called?", Accept: []string{"remote desktop", "RDP"}, Wrong: []string{"VPN"}}
	no, yes := Question{Kind: TrueFalse, Accept: []string{"false"}}, Question{Kind: TrueFalse, Accept: []string{"true"}}
	pay := Question{Kind: Choice, Options: lettered([]string{"Pay at once", "Pay later", "Ask the bank by phone"}, "abc"), Accept: []string{"c"}}
	quiet := Question{Kind: Choice, Several: true, Options: lettered([]string{"静かになる", "動く", "光る"}, "abc"), Accept: []string{"a", "b"}}
	for _, x := range []struct {
		lang  string
		q     Question
		given string
		want  Result
	}{
		{"en", minutes, "it takes 20 minutes", Right},
		{"en", minutes, "the answer is 20", Right},
		{"en", minutes, "at most 20 minutes", Right},
		{"en", minutes, "4 x 5 = 20", Right},
		{"en", minutes, "at least 20 minutes", Wrong},
		{"en", minutes, "more than 20 minutes", Wrong},
		{"en", minutes, "not 20 minutes", Wrong},
		{"en", minutes, "20 minutes or more", Wrong},
		{"en", minutes, "20 seconds", Wrong},
		{"en", minutes, "20 seconds, not minutes", Wrong},
		{"en", minutes, "it takes 20 seconds", Wrong},
		{"en", minutes, "minus 20 minutes", Wrong},
		{"en", minutes, "20 minutes per file", Nearly},
		{"en", minutes, "20 minutes per hour", Wrong},
		{"en", minutes, "20 apples", Nearly},
		{"en", minutes, "20 = 4 x 5", Wrong},
		{"en", minutes, "20 million minutes", Wrong},
		{"en", tries, "20 passwords in an hour", Nearly}, // since minutes are named, too
		{"en", tries, "20 minutes", Wrong},
		{"en", tries, "20 an hour", Nearly},
		{"en", tries, "20 passwords per minute", Wrong},
		{"en", tries, "20 different passwords", Right},
		{"en", rate, "3000 requests per second", Right},
		{"en", rate, "3,000 per second", Right},
		{"en", rate, "3000 requests per minute", Wrong},
		{"en", rate, "3000 seconds", Wrong},
		{"fr", times, "100 fois plus de codes", Right},
		{"fr", times, "100 fois moins de codes", Wrong},
		{"fr", times, "plus de 100", Nearly},
		{"fr", times, "100 %", Wrong},
		{"de", euro, "hunderteuro", Wrong},
		{"de", euro, "zwanzig Euro kosten sie", Right},
		{"de", euro, "2000 Cent", Right},
		{"de", euro, "20 Cent", Wrong},
		{"de", euro, "20 Dollar", Wrong},
		{"de", euro, "keine 20 Euro", Wrong},
		{"de", euro, "fast nicht 20 Euro", Wrong},
		{"de", mal, "hundertmal", Right},
		{"de", mal, "hundertmal so viele Codes", Right},
		{"de", mal, "100x", Right},
		{"de", mal, "hundertmalig", Wrong},
		{"ja", megabyte, "毎秒10メガバイト", Right},
		{"ja", second, "毎秒10メガバイト", Right},
		{"ja", second, "毎分10メガバイト", Wrong},
		{"ja", second, "毎秒10メガビット", Wrong},
		{"ja", megabyte, "毎分10メガバイト", Wrong},
		{"ja", megabyte, "10メガビット", Wrong},
		{"ja", megabyte, "10メガバイト以上", Wrong},
		{"ja", ways, "16とおりです", Right},
		{"ja", ways, "全部で16通りあります", Right},
		{"ja", ways, "正解は16", Right},
		{"ja", ways, "16通りではない", Wrong},
		{"ja", ways, "16分", Wrong},
		{"en", proof, "It is called a certificate", Right},
		{"en", proof, "the website has to prove it with a certificate", Nearly},
		{"en", proof, "a certificate or a website", Wrong},
		{"en", proof, "no certificate", Wrong},
		{"en", proof, "a certificate and a cookie", Wrong},
		{"en", proof, "without certificate", Wrong},
		{"en", access, "remote desktop (RDP)", Right},
		{"en", access, "RDP/VPN", Wrong},
		{"en", access, "RDP (not remote desktop)", Wrong},
		{"en", no, "No, voices can be copied", Right},
		{"en", no, "no idea", Invalid},
		{"en", no, "No, it is true", Invalid},
		{"en", no, "False, but sometimes true", Invalid},
		{"en", no, "Yes, it isn’t", Invalid},
		{"en", yes, "Yes, not really", Invalid},
		{"en", yes, "Yes, because nobody looks", Right},
		{"de", yes, "Ja, das stimmt nicht", Invalid},
		{"de", yes, "Nein, man kann alles eintragen", Wrong},
		{"ja", yes, "はい、違います", Invalid},
		{"ja", yes, "正しいです。でも、いつもではありません", Invalid},
		{"en", pay, "c, ask the bank", Right},
		{"en", pay, "ask the bank", Nearly},
		{"en", pay, "c) pay later", Wrong},
		{"en", pay, "pay", Invalid},
		{"en", pay, "pay at", Wrong},
		{"ja", quiet, "静かになる; 動く", Right},
		{"ja", quiet, "静かになるか動く", Wrong},
		{"ja", quiet, "静かになる、光る", Wrong},
	} {
		if got := Check(x.q, x.lang, x.given); got.Result != x.want {
			t.Errorf("%s: %q: %s, want %s", x.lang, x.given, describe(got), x.want)
		}
	}
}

// A letter with the text of another option never counts, whole or in part.
func TestLettersWithOtherTexts(t *testing.T) {
	for _, lang := range shippedLangs {
		for i, q := range shippedBanks()[lang].Items() {
			if q.Kind != Choice || q.Several || os.Getenv("KITPRESS_LONG") == "" && i%4 > 0 {
				continue
			}
			c, _ := New(q.Question, lang)
			for i := range q.Options {
				for j, o := range q.Options {
					words := strings.Fields(o.Text)
					part := strings.Join(words[:(len(words)+1)/2], " ")
					for _, given := range []string{Letter(i) + ") " + o.Text, Letter(i) + " " + o.Text, Letter(i) + ", " + part} {
						if v := c.Check(given); v.Point() && (i != j || o.ID != q.Accept[0]) {
							t.Errorf("%s in %s: %q counts: %s", q.ID, lang, given, describe(v))
						}
					}
				}
			}
		}
	}
}

// & is the common word for and, not the longest one.
func TestAmpersand(t *testing.T) {
	for lang, s := range map[string]string{"en": "A and B", "de": "A und B", "fr": "A et B", "it": "A e B", "ja": "鍵と錠"} {
		q := Question{Kind: Short, Accept: []string{s}}
		given := "A & B"
		if lang == "ja" {
			given = "鍵&錠"
		}
		if got := Check(q, lang, given); got.Result != Right {
			t.Errorf("%s: %q for %q: %s", lang, given, s, describe(got))
		}
	}
}

// A translation may name the unit in more ways than the English question.
func TestUnitsOfATranslation(t *testing.T) {
	files := fstest.MapFS{}
	const de = "topics/questions/de/foxes.yaml"
	for _, name := range []string{"game.yaml", "topics/foxes.yaml", "topics/owls.yaml", "topics/questions/en/foxes.yaml", de} {
		data, err := fs.ReadFile(catalogtest.Tiny(), name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = &fstest.MapFile{Data: data}
	}
	files[de].Data = []byte(strings.Replace(string(files[de].Data), "names: [Meile, Meilen]\n", "names: [Meile, Meilen]\n      - names: [Tausender]\n", 1))
	topics, ps := catalog.Questions(files, "de")
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	q, _ := NewBank(topics, "de").Item("foxes/walk")
	for given, want := range map[string]Result{"5 Tausender": Right, "5 Meilen": Wrong, "3,107 Meilen": Right} {
		if got := Check(q.Question, "de", given); got.Result != want {
			t.Errorf("%q: %s, want %s", given, describe(got), want)
		}
	}
}

// What is listed as wrong does not count in a frame, beside an accepted
// answer or among the words of the question; nor does an accepted answer that
// is denied or one of two.
func TestListedAroundShipped(t *testing.T) {
	for _, lang := range shippedLangs {
		l := languageOf(lang)
		for _, q := range shippedBanks()[lang].Items() {
			if q.Kind != Short {
				continue
			}
			c, _ := New(q.Question, lang)
			first := q.Accept[0]
			var list []string
			for _, w := range q.Wrong {
				if l.small[l.bare(w)] { // the field "To" of a mail is an article in front of another
					continue
				}
				list = append(list, w+", "+q.Ask, first+" / "+w, w+" ("+first+")", first+" + "+w)
				for _, p := range l.before {
					list = append(list, p+" "+w)
				}
				for _, p := range l.after {
					list = append(list, w+p)
				}
			}
			for _, or := range l.or {
				list = append(list, first+" "+or+" x")
			}
			for _, not := range l.negations {
				list = append(list, not+" "+first)
			}
			for _, given := range list {
				if v := c.Check(given); v.Point() {
					t.Errorf("%s in %s: %q counts: %s", q.ID, lang, given, describe(v))
				}
			}
		}
	}
}
