package match

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"kitpress/quiz"
)

func short(accept ...string) quiz.Question { return quiz.Question{Kind: quiz.Short, Accept: accept} }

// What was overlooked is named: all that is needed and nothing more.
func TestFoldingsAreNamed(t *testing.T) {
	for _, x := range []struct {
		lang, accept, given string
		reason              quiz.Reason
		folded              string
	}{
		{"de", "Köln", "Köln", quiz.Same, ""},
		{"de", "Köln", " Köln ", quiz.Same, ""},
		{"de", "Köln", "köln", quiz.Exact, "case"},
		{"de", "Straße", "STRASSE", quiz.Exact, "case"},
		{"de", "Straße", "Strasse", quiz.Exact, "sharp-s"},
		{"de", "die Zauberflöte", "zauberfloete", quiz.Umlaut, "case article umlaut"},
		{"de", "Baden-Württemberg", "Baden Württemberg", quiz.Wording, "punctuation"},
		{"de", "E-Mail", "Email", quiz.Spacing, "case punctuation spacing"},
		{"de", "E-Mail", "e mail", quiz.Wording, "case punctuation"},
		{"it", "città", "citta'", quiz.Wording, "final-mark"},
		{"it", "città", "citta", quiz.Accent, "accent"},
		{"it", "l’utente", "utente", quiz.Wording, "quotes article"},
		{"en", "unauthorised", "unauthorized", quiz.Wording, "spelling"},
		{"en", "two-factor", "2 factor", quiz.Wording, "punctuation number"},
		{"en", "virus", "It's a virus", quiz.Wording, "frame article"},
		{"en", "data", "da\u200bta", quiz.Same, ""},
		{"en", "Việt Nam", "Viet nam", quiz.Accent, "case accent"},
		{"ja", "パリ", "ﾊﾟﾘ", quiz.Exact, "width"},
		{"ja", "パリ", "ぱり", quiz.Exact, "kana"},
		{"ja", "サーバー", "サーバ", quiz.Wording, "long-vowel"},
		{"ja", "タイマー", "タイマ", quiz.Wording, "long-vowel"},
		{"ja", "暗号", "暗号です", quiz.Wording, "frame"},
		{"ja", "二要素", "２要素", quiz.Wording, "width number"},
		{"fr", "l’été", "ETE", quiz.Accent, "quotes case article accent"},
	} {
		v := Check(short(x.accept), x.lang, x.given)
		var names []string
		for _, f := range v.Foldings {
			names = append(names, string(f))
		}
		if v.Result != quiz.Right || v.Reason != x.reason || strings.Join(names, " ") != x.folded {
			t.Errorf("%s: %q for %q: %s, want %s and %q", x.lang, x.given, x.accept, describe(v), x.reason, x.folded)
		}
	}
}

// Why an answer does not count is said as exactly as it is known.
func TestReasons(t *testing.T) {
	abc := []quiz.Option{{ID: "a", Text: "Apple"}, {ID: "b", Text: "Bluetooth"}, {ID: "c", Text: "Cable"}}
	matching := quiz.Question{Kind: quiz.Matching, Left: lettered([]string{"one", "two", "three"}, "123"), Right: abc, Pairs: []quiz.Pair{{Left: "1", Right: "b"}, {Left: "2", Right: "a"}, {Left: "3", Right: "c"}}}
	strict := func(q quiz.Question) quiz.Question {
		q.Strict = []string{quiz.StrictCase, quiz.StrictAccents}
		return q
	}
	for _, x := range []struct {
		lang  string
		q     quiz.Question
		given string
		want  quiz.Result
		why   quiz.Reason
	}{
		{"en", short("data"), "", quiz.Invalid, quiz.Empty},
		{"en", short("data"), "\u200b \t", quiz.Invalid, quiz.Empty},
		{"en", short("data"), "?!", quiz.Invalid, quiz.Nothing},
		{"en", short("data"), strings.Repeat("x", 201), quiz.Invalid, quiz.TooLong},
		{"en", short("data"), strings.Repeat("x", 100_000), quiz.Invalid, quiz.TooLong},
		{"en", short("data"), strings.Repeat("\xff", 100_000), quiz.Invalid, quiz.TooLong},
		{"en", short("data"), "da\xffta", quiz.Invalid, quiz.NotText},
		{"en", short("+"), "+", quiz.Right, quiz.Same},
		{"en", short("+"), "=", quiz.Wrong, quiz.Far},
		{"en", short("+"), "-", quiz.Invalid, quiz.Nothing},
		{"en", short("encryption"), "decryption", quiz.Wrong, quiz.Opposite},
		{"en", short("allowed"), "not allowed", quiz.Wrong, quiz.Negation},
		{"en", short("not allowed"), "allowed", quiz.Wrong, quiz.Negation},
		{"en", short("password manager"), "manager", quiz.Wrong, quiz.TooGeneral},
		{"en", short("backup"), "a backup of my files", quiz.Wrong, quiz.TooMuch},
		{"en", short("TLS 1.3"), "TLS 1.2", quiz.Wrong, quiz.OtherNumber},
		{"en", short("two-factor"), "three-factor", quiz.Wrong, quiz.OtherNumber},
		{"en", short("worm"), "work", quiz.Wrong, quiz.OtherLetters},
		{"en", short("paypal.com"), "paypall.com", quiz.Wrong, quiz.OtherLetters},
		{"en", short("paypal.com"), "pay-pal.com", quiz.Wrong, quiz.OtherLetters},
		{"en", short("paypal.com"), "paypal com", quiz.Nearly, quiz.Unpunctuated},
		{"en", short("paypal"), "p\u0430ypal", quiz.Nearly, quiz.Lookalike},
		{"en", short("firewall"), "cheese", quiz.Wrong, quiz.Far},
		{"en", short("firewall"), "fierwall", quiz.Nearly, quiz.Typo},
		{"en", strict(short("MB")), "mb", quiz.Nearly, quiz.CaseDiffers},
		{"it", strict(short("papà")), "papa", quiz.Nearly, quiz.AccentDiffers},
		{"de", short("Köln"), "Koln", quiz.Nearly, quiz.UmlautDropped},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"die Brücke"}, Strict: []string{quiz.StrictArticle}}, "der Brücke", quiz.Wrong, quiz.OtherArticle},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"das Passwort"}, Strict: []string{quiz.StrictArticle}}, "da sPasswort", quiz.Nearly, quiz.Typo},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"das Passwort"}, Strict: []string{quiz.StrictArticle}}, "dasPasswort", quiz.Right, quiz.Spacing},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"das Passwort"}, Strict: []string{quiz.StrictArticle}}, "das Pass wort", quiz.Right, quiz.Spacing},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "MASSE", quiz.Nearly, quiz.Collision},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "die Masse", quiz.Wrong, quiz.Listed},
		{"de", quiz.Question{Kind: quiz.Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "die Maße", quiz.Right, quiz.Wording},
		{"fr", quiz.Question{Kind: quiz.Short, Accept: []string{"pêcher"}, Wrong: []string{"pécher"}}, "pêcheur", quiz.Wrong, quiz.ListedNear},
		{"en", short("Alan Turing"), "Turing, Alan", quiz.Nearly, quiz.WordOrder},
		{"en", short("safe, not public"), "public, not safe", quiz.Wrong, quiz.Far},
		{"en", short("TLS 13 or 14"), "TLS 14 or 13", quiz.Wrong, quiz.OtherNumber},
		{"en", short("no password"), "password", quiz.Wrong, quiz.Negation},
		{"en", short("password"), "no password", quiz.Wrong, quiz.Negation},
		{"en", short("not allowed"), "nto allowed", quiz.Nearly, quiz.Typo},
		{"en", short("password"), "paswrod", quiz.Wrong, quiz.OtherLetters}, // eight letters, two slips
		{"en", short("passwords"), "paswrods", quiz.Nearly, quiz.Typo},
		{"en", short("their"), "thier", quiz.Nearly, quiz.Typo},
		{"en", short("word"), "wrod", quiz.Wrong, quiz.OtherLetters},
		{"de", short("nichtöffentlich"), "nichtoffentlich", quiz.Nearly, quiz.UmlautDropped},
		{"ja", short("パスワード権"), "パスワード券", quiz.Wrong, quiz.OtherLetters},
		{"ja", short("コンピューターウイルス"), "コンピューターウルイズ", quiz.Wrong, quiz.OtherLetters}, // two slips
		{"ja", short("つかわない"), "つかわなに", quiz.Wrong, quiz.Negation},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"false"}}, "true? no, false", quiz.Invalid, quiz.Unclear},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"true"}}, "true as long as nobody knows it", quiz.Invalid, quiz.NoOption},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"true"}}, "I don't think it's true", quiz.Invalid, quiz.NoOption},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"true"}}, "true because nobody knows it", quiz.Right, quiz.Chosen},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"false"}}, "no, definitely false", quiz.Right, quiz.Chosen},
		{"en", quiz.Question{Kind: quiz.TrueFalse, Accept: []string{"false"}}, "yes, sure", quiz.Wrong, quiz.OtherOption},
		{"en", quiz.Question{Kind: quiz.Choice, Several: true, Options: abc, Accept: []string{"a", "c"}}, "a or c", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Kind: quiz.Choice, Several: true, Options: abc, Accept: []string{"a", "c"}}, "a and c", quiz.Right, quiz.Chosen},
		{"en", quiz.Question{Kind: quiz.Choice, Options: abc, Accept: []string{"a"}}, "a, a", quiz.Right, quiz.Chosen},
		{"en", quiz.Question{Kind: quiz.Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "b a b", quiz.Wrong, quiz.Twice},
		{"en", quiz.Question{Kind: quiz.Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "a b c", quiz.Wrong, quiz.OtherOrder},
		{"en", quiz.Question{Kind: quiz.Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "Bluetoth, Apple, Cable", quiz.Nearly, quiz.SomeNearly},
		{"en", matching, "1b 2a 3c", quiz.Right, quiz.Complete},
		{"en", matching, "1b 2a 2c", quiz.Wrong, quiz.Twice},
		{"en", matching, "1a 2b 3c", quiz.Wrong, quiz.OtherPairs},
		{"en", matching, "1b 2a", quiz.Wrong, quiz.Missing},
		{"ja", short("東京"), "京都", quiz.Wrong, quiz.Far},
		{"ja", short("アクセス権"), "アクセス券", quiz.Wrong, quiz.OtherLetters},
		{"en", quiz.Question{Kind: quiz.Short}, "x", quiz.Invalid, quiz.BadQuestion},
	} {
		if v := Check(x.q, x.lang, x.given); v.Result != x.want || v.Reason != x.why {
			t.Errorf("%s: %.20q for %q: %s, want %s (%s)", x.lang, x.given, x.q.Accept, describe(v), x.want, x.why)
		}
	}
}

// A list says which parts are right, and how many are missing or too many.
func TestParts(t *testing.T) {
	goals := quiz.Question{Kind: quiz.List, Items: [][]string{{"confidentiality"}, {"integrity"}, {"availability"}}}
	v := Check(goals, "en", "integrity, speed and availabilty")
	want := []quiz.Part{{Given: "integrity", Result: quiz.Right, Reason: quiz.Same, Accepted: "integrity"}, {Given: "speed", Result: quiz.Wrong, Reason: quiz.Far, Accepted: ""}, {Given: "availabilty", Result: quiz.Nearly, Reason: quiz.Typo, Accepted: "availability"}}
	if v.Result != quiz.Wrong || v.Reason != quiz.MissingExtra || v.Wanted != 3 || v.Found != 2 || v.Extra != 1 || !slices.Equal(v.Parts, want) {
		t.Errorf("%+v", v)
	}
	// An item that two parts fit goes to the part that fits no other.
	either := quiz.Question{Kind: quiz.List, Items: [][]string{{"password", "PIN"}, {"PIN", "fingerprint"}}}
	for _, given := range []string{"PIN, password", "password, PIN", "PIN, fingerprint", "fingerprint and PIN"} {
		if v := Check(either, "en", given); v.Result != quiz.Right {
			t.Errorf("%q: %s", given, describe(v))
		}
	}
	if v := Check(goals, "en", "integrity, availability, confidentiality, integrity"); v.Result != quiz.Right {
		t.Errorf("said twice: %s", describe(v)) // is no harm
	}
	if v := Check(goals, "en", "integrity, availability, confidentiality, speed"); v.Result != quiz.Wrong || v.Reason != quiz.Extra || v.Extra != 1 {
		t.Errorf("one too many: %+v", v)
	}
	if v := Check(either, "en", "PIN"); v.Reason != quiz.Missing || v.Found != 1 {
		t.Errorf("PIN alone: %+v", v)
	}
}

func TestChoices(t *testing.T) {
	numbers := quiz.Question{Kind: quiz.Choice, Options: []quiz.Option{{ID: "few", Text: "3"}, {ID: "some", Text: "8"}, {ID: "many", Text: "12"}}, Accept: []string{"many"}}
	colours := quiz.Question{Kind: quiz.Choice, Several: true, Accept: []string{"r", "k"},
		Options: []quiz.Option{{ID: "r", Text: "rosso"}, {ID: "v", Text: "verde"}, {ID: "b", Text: "blu"}, {ID: "g", Text: "giallo"}, {ID: "k", Text: "nero"}}}
	clauses := quiz.Question{Kind: quiz.Choice, Several: true, Accept: []string{"q", "f"},
		Options: []quiz.Option{{ID: "q", Text: "It falls silent, as if asleep"}, {ID: "f", Text: "The fan roars, even at night"}, {ID: "s", Text: "The screen, and all else, is off"}}}
	password := quiz.Question{Kind: quiz.Choice, Accept: []string{"word"},
		Options: []quiz.Option{{ID: "voice", Text: "Ascoltare la voce"}, {ID: "word", Text: "Chiedere la parola d’ordine"}, {ID: "city", Text: "Chiedere la città"}, {ID: "number", Text: "Guardare il numero"}}}
	for _, x := range []struct {
		lang  string
		q     quiz.Question
		given string
		want  quiz.Result
		why   quiz.Reason
	}{
		{"it", password, "b d", quiz.Wrong, quiz.Several}, // not “b: d’…”
		{"it", password, "b, d", quiz.Wrong, quiz.Several},
		{"it", password, "b d’ordine", quiz.Right, quiz.Chosen},
		{"it", password, "b la parola", quiz.Right, quiz.Chosen},
		{"en", clauses, "It falls silent, as if asleep, The fan roars, even at night", quiz.Right, quiz.Chosen}, // as a form exports it
		{"en", clauses, "It falls silent, as if asleep;The fan roars, even at night;", quiz.Right, quiz.Chosen},
		{"en", clauses, "It falls silent, as if asleep, The screen, and all else, is off", quiz.Wrong, quiz.MissingExtra},
		{"en", clauses, "It falls silent, as if asleep, or The fan roars, even at night", quiz.Wrong, quiz.Several},
		{"en", clauses, "It falls silent, as if asleep, not The fan roars, even at night", quiz.Invalid, quiz.NoOption},
		{"en", numbers, "3", quiz.Wrong, quiz.OtherOption}, // the number, not the place
		{"en", numbers, "12", quiz.Right, quiz.Chosen},
		{"en", numbers, "twelve", quiz.Right, quiz.Chosen},
		{"en", numbers, "c", quiz.Right, quiz.Chosen},
		{"en", numbers, "c) 12", quiz.Right, quiz.Chosen},
		{"en", numbers, "c) 8", quiz.Wrong, quiz.Several}, // which of the two?
		{"en", numbers, "b, c", quiz.Wrong, quiz.Several},
		{"en", numbers, "4", quiz.Invalid, quiz.NoOption},
		{"it", colours, "a, e", quiz.Right, quiz.Chosen},
		{"it", colours, "rosso e nero", quiz.Right, quiz.Chosen},
		{"it", colours, "a e e", quiz.Invalid, quiz.NoOption}, // e is and, or the fifth
		{"it", colours, "a e c", quiz.Invalid, quiz.NoOption},
		{"it", colours, "a", quiz.Wrong, quiz.Missing},
		{"it", colours, "a, b, e", quiz.Wrong, quiz.Extra},
		{"it", colours, "a o e", quiz.Invalid, quiz.NoOption},
	} {
		if v := Check(x.q, x.lang, x.given); v.Result != x.want || v.Reason != x.why {
			t.Errorf("%s: %q: %s, want %s (%s)", x.lang, x.given, describe(v), x.want, x.why)
		}
	}
}

// A checker serves many answers at once.
func TestCheckerIsSafeForConcurrentUse(t *testing.T) {
	list := labelled(t, "tuning")
	checkers := map[string]*Checker{}
	for _, x := range list {
		checkers[x.id], _ = New(x.q, x.lang)
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for _, x := range list {
				if got, want := checkers[x.id].Check(x.answer), Check(x.q, x.lang, x.answer); got.Result != want.Result || got.Reason != want.Reason {
					t.Errorf("%s: %q: %s, alone %s", x.id, x.answer, describe(got), describe(want))
				}
			}
		})
	}
	wg.Wait()
}

// A verdict can be stored and read again.
func TestVerdictAsJSON(t *testing.T) {
	v := Check(quiz.Question{Kind: quiz.List, Items: [][]string{{"PIN"}, {"password"}}}, "en", "pin, passwort, key")
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var again quiz.Verdict
	if err := json.Unmarshal(data, &again); err != nil || describe(again) != describe(v) || again.Matcher != quiz.Version {
		t.Errorf("%s\nread again: %+v, %v", data, again, err)
	}
	for _, name := range []string{`"matcher":5`, `"verdict":"wrong"`, `"reason":"extra"`, `"parts":[`, `"wanted":2`, `"found":2`, `"extra":1`} {
		if !strings.Contains(string(data), name) {
			t.Errorf("%s does not have %s", data, name)
		}
	}
}

// Small pictures beside a number say nothing, but for those that are its sign or
// say that it is none.
func TestPicturesBesideANumber(t *testing.T) {
	q := quiz.Question{Kind: quiz.Number, Accept: []string{"5"}}
	for answer, want := range map[string]bool{
		"5 👍": true, "5👍🏽": true, "🎉5🎉": true, "⌨️ 5": true, "⭐5": true, "5 👨‍👩‍👧": true,
		"➖5": false, "5 ❌": false, "🚫5": false, "5➕1": false, "👍": false, "✖️5": false,
	} {
		if got := Check(q, "en", answer); got.Point() != want {
			t.Errorf("%q: %s", answer, describe(got))
		}
	}
}
