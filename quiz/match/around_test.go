package match

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"kitpress/catalog/catalogtest"
	"kitpress/catalog/library"
	"kitpress/quiz"
	"kitpress/quiz/language"
)

// What stands around an answer: words that say nothing, words of the
// question, and words that make it another answer.
func TestAround(t *testing.T) {
	minutes := quiz.Question{Kind: quiz.Number, Ask: "How many minutes does the update take at most, while it copies files?", Accept: []string{"20"}, Unit: "minutes"}
	tries := quiz.Question{Kind: quiz.Number, Ask: "After 5 wrong passwords it waits 15 minutes. How many passwords does it try in an hour?", Accept: []string{"20"}, Unit: "passwords"}
	rate := quiz.Question{Kind: quiz.Number, Ask: "How many requests per second is that?", Accept: []string{"3000"}, Unit: "requests"}
	times := quiz.Question{Kind: quiz.Number, Ask: "Combien de fois plus de codes y a-t-il ?", Accept: []string{"100"}, Unit: "fois"}
	euro := quiz.Question{Kind: quiz.Number, Ask: "Wie viel Euro kosten zwei Karten?", Accept: []string{"20"}, Unit: "Euro"}
	mal := quiz.Question{Kind: quiz.Number, Ask: "Wie viel Mal so viele Codes gibt es?", Accept: []string{"100"}, Unit: "Mal"}
	megabyte := quiz.Question{Kind: quiz.Number, Ask: "毎秒何メガバイト届きますか。", Accept: []string{"10"}, Unit: "メガバイト"}
	second := quiz.Question{Kind: quiz.Number, Ask: "1秒に多くて何メガバイト届きますか。", Accept: []string{"10"}, Unit: "メガバイト"}
	ways := quiz.Question{Kind: quiz.Number, Ask: "鍵は全部で何通りありますか。", Accept: []string{"16"}, Unit: "通り"}
	proof := quiz.Question{Kind: quiz.Short, Ask: "With which digital document does a website prove whose address it is?", Accept: []string{"certificate"}, Wrong: []string{"cookie"}}
	access := quiz.Question{Kind: quiz.Short, Ask: "What is it called?", Accept: []string{"remote desktop", "RDP"}, Wrong: []string{"VPN"}}
	no, yes := quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"false"}}, quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"true"}}
	pay := quiz.Question{Kind: quiz.Choice, Options: lettered([]string{"Pay at once", "Pay later", "Ask the bank by phone"}, "abc"), Accept: []string{"c"}}
	quiet := quiz.Question{Kind: quiz.Choice, Several: true, Options: lettered([]string{"静かになる", "動く", "光る"}, "abc"), Accept: []string{"a", "b"}}
	for _, x := range []struct {
		lang  string
		q     quiz.Question
		given string
		want  quiz.Result
	}{
		{"en", minutes, "it takes 20 minutes", quiz.Right},
		{"en", minutes, "the answer is 20", quiz.Right},
		{"en", minutes, "at most 20 minutes", quiz.Right},
		{"en", minutes, "4 x 5 = 20", quiz.Right},
		{"en", minutes, "at least 20 minutes", quiz.Wrong},
		{"en", minutes, "more than 20 minutes", quiz.Wrong},
		{"en", minutes, "not 20 minutes", quiz.Wrong},
		{"en", minutes, "20 minutes or more", quiz.Wrong},
		{"en", minutes, "20 seconds", quiz.Wrong},
		{"en", minutes, "20 seconds, not minutes", quiz.Wrong},
		{"en", minutes, "it takes 20 seconds", quiz.Wrong},
		{"en", minutes, "minus 20 minutes", quiz.Wrong},
		{"en", minutes, "20 minutes per file", quiz.Nearly},
		{"en", minutes, "20 minutes per hour", quiz.Wrong},
		{"en", minutes, "20 apples", quiz.Nearly},
		{"en", minutes, "20 = 4 x 5", quiz.Wrong},
		{"en", minutes, "20 million minutes", quiz.Wrong},
		{"en", tries, "20 passwords in an hour", quiz.Nearly}, // since minutes are named, too
		{"en", tries, "20 minutes", quiz.Wrong},
		{"en", tries, "20 an hour", quiz.Nearly},
		{"en", tries, "20 passwords per minute", quiz.Wrong},
		{"en", tries, "20 different passwords", quiz.Right},
		{"en", rate, "3000 requests per second", quiz.Right},
		{"en", rate, "3,000 per second", quiz.Right},
		{"en", rate, "3000 requests per minute", quiz.Wrong},
		{"en", rate, "3000 seconds", quiz.Wrong},
		{"fr", times, "100 fois plus de codes", quiz.Right},
		{"fr", times, "100 fois moins de codes", quiz.Wrong},
		{"fr", times, "plus de 100", quiz.Nearly},
		{"fr", times, "100 %", quiz.Wrong},
		{"de", euro, "hunderteuro", quiz.Wrong},
		{"de", euro, "zwanzig Euro kosten sie", quiz.Right},
		{"de", euro, "2000 Cent", quiz.Right},
		{"de", euro, "20 Cent", quiz.Wrong},
		{"de", euro, "20 Dollar", quiz.Wrong},
		{"de", euro, "keine 20 Euro", quiz.Wrong},
		{"de", euro, "fast nicht 20 Euro", quiz.Wrong},
		{"de", mal, "hundertmal", quiz.Right},
		{"de", mal, "hundertmal so viele Codes", quiz.Right},
		{"de", mal, "100x", quiz.Right},
		{"de", mal, "hundertmalig", quiz.Wrong},
		{"ja", megabyte, "毎秒10メガバイト", quiz.Right},
		{"ja", second, "毎秒10メガバイト", quiz.Right},
		{"ja", second, "毎分10メガバイト", quiz.Wrong},
		{"ja", second, "毎秒10メガビット", quiz.Wrong},
		{"ja", megabyte, "毎分10メガバイト", quiz.Wrong},
		{"ja", megabyte, "10メガビット", quiz.Wrong},
		{"ja", megabyte, "10メガバイト以上", quiz.Wrong},
		{"ja", ways, "16とおりです", quiz.Right},
		{"ja", ways, "全部で16通りあります", quiz.Right},
		{"ja", ways, "正解は16", quiz.Right},
		{"ja", ways, "16通りではない", quiz.Wrong},
		{"ja", ways, "16分", quiz.Wrong},
		{"en", proof, "It is called a certificate", quiz.Right},
		{"en", proof, "the website has to prove it with a certificate", quiz.Nearly},
		{"en", proof, "a certificate or a website", quiz.Wrong},
		{"en", proof, "no certificate", quiz.Wrong},
		{"en", proof, "a certificate and a cookie", quiz.Wrong},
		{"en", proof, "without certificate", quiz.Wrong},
		{"en", access, "remote desktop (RDP)", quiz.Right},
		{"en", access, "RDP/VPN", quiz.Wrong},
		{"en", access, "RDP (not remote desktop)", quiz.Wrong},
		{"en", no, "No, voices can be copied", quiz.Right},
		{"en", no, "no idea", quiz.Invalid},
		{"en", no, "No, it is true", quiz.Invalid},
		{"en", no, "False, but sometimes true", quiz.Invalid},
		{"en", no, "Yes, it isn’t", quiz.Invalid},
		{"en", yes, "Yes, not really", quiz.Invalid},
		{"en", yes, "Yes, because nobody looks", quiz.Right},
		{"de", yes, "Ja, das stimmt nicht", quiz.Invalid},
		{"de", yes, "Nein, man kann alles eintragen", quiz.Wrong},
		{"ja", yes, "はい、違います", quiz.Invalid},
		{"ja", yes, "正しいです。でも、いつもではありません", quiz.Invalid},
		{"en", pay, "c, ask the bank", quiz.Right},
		{"en", pay, "ask the bank", quiz.Nearly},
		{"en", pay, "c) pay later", quiz.Wrong},
		{"en", pay, "pay", quiz.Invalid},
		{"en", pay, "pay at", quiz.Wrong},
		{"ja", quiet, "静かになる; 動く", quiz.Right},
		{"ja", quiet, "静かになるか動く", quiz.Wrong},
		{"ja", quiet, "静かになる、光る", quiz.Wrong},
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
			if q.Kind != quiz.Choice || q.Several || os.Getenv("KITPRESS_LONG") == "" && i%4 > 0 {
				continue
			}
			c, _ := New(q.Question, lang)
			for i := range q.Options {
				for j, o := range q.Options {
					words := strings.Fields(o.Text)
					part := strings.Join(words[:(len(words)+1)/2], " ")
					for _, given := range []string{quiz.Letter(i) + ") " + o.Text, quiz.Letter(i) + " " + o.Text, quiz.Letter(i) + ", " + part} {
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
		q := quiz.Question{Kind: quiz.Short, Accept: []string{s}}
		given := "A & B"
		if lang == "ja" {
			given = "鍵&錠"
		}
		if got := Check(q, lang, given); got.Result != quiz.Right {
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
	topics, ps := library.Questions(files, "de")
	if ps.HasErrors() {
		t.Fatal(ps.Err())
	}
	q, _ := quiz.NewBank(topics, "de").Item("foxes/walk")
	for given, want := range map[string]quiz.Result{"5 Tausender": quiz.Right, "5 Meilen": quiz.Wrong, "3,107 Meilen": quiz.Right} {
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
		l := language.Of(lang)
		for _, q := range shippedBanks()[lang].Items() {
			if q.Kind != quiz.Short {
				continue
			}
			c, _ := New(q.Question, lang)
			first := q.Accept[0]
			var list []string
			for _, w := range q.Wrong {
				if l.Small[l.Bare(w)] { // the field "To" of a mail is an article in front of another
					continue
				}
				list = append(list, w+", "+q.Ask, first+" / "+w, w+" ("+first+")", first+" + "+w)
				for _, p := range l.Before {
					list = append(list, p+" "+w)
				}
				for _, p := range l.After {
					list = append(list, w+p)
				}
			}
			for _, or := range l.Or {
				list = append(list, first+" "+or+" x")
			}
			for _, not := range l.Negations {
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
