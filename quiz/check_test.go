package quiz

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"
)

func short(accept ...string) Question { return Question{Kind: Short, Accept: accept} }

// What was overlooked is named: all that is needed and nothing more.
func TestFoldingsAreNamed(t *testing.T) {
	for _, x := range []struct {
		lang, accept, given string
		reason              Reason
		folded              string
	}{
		{"de", "Köln", "Köln", Same, ""},
		{"de", "Köln", " Köln ", Same, ""},
		{"de", "Köln", "köln", Exact, "case"},
		{"de", "Straße", "STRASSE", Exact, "case"},
		{"de", "Straße", "Strasse", Exact, "sharp-s"},
		{"de", "die Zauberflöte", "zauberfloete", Umlaut, "case article umlaut"},
		{"de", "Baden-Württemberg", "Baden Württemberg", Wording, "punctuation"},
		{"de", "E-Mail", "Email", Spacing, "case punctuation spacing"},
		{"de", "E-Mail", "e mail", Wording, "case punctuation"},
		{"it", "città", "citta'", Wording, "final-mark"},
		{"it", "città", "citta", Accent, "accent"},
		{"it", "l’utente", "utente", Wording, "quotes article"},
		{"en", "unauthorised", "unauthorized", Wording, "spelling"},
		{"en", "two-factor", "2 factor", Wording, "punctuation number"},
		{"en", "virus", "It's a virus", Wording, "frame article"},
		{"en", "data", "da\u200bta", Same, ""},
		{"en", "Việt Nam", "Viet nam", Accent, "case accent"},
		{"ja", "パリ", "ﾊﾟﾘ", Exact, "width"},
		{"ja", "パリ", "ぱり", Exact, "kana"},
		{"ja", "サーバー", "サーバ", Wording, "long-vowel"},
		{"ja", "タイマー", "タイマ", Wording, "long-vowel"},
		{"ja", "暗号", "暗号です", Wording, "frame"},
		{"ja", "二要素", "２要素", Wording, "width number"},
		{"fr", "l’été", "ETE", Accent, "quotes case article accent"},
	} {
		v := Check(short(x.accept), x.lang, x.given)
		var names []string
		for _, f := range v.Foldings {
			names = append(names, string(f))
		}
		if v.Result != Right || v.Reason != x.reason || strings.Join(names, " ") != x.folded {
			t.Errorf("%s: %q for %q: %s, want %s and %q", x.lang, x.given, x.accept, describe(v), x.reason, x.folded)
		}
	}
}

// Why an answer does not count is said as exactly as it is known.
func TestReasons(t *testing.T) {
	abc := []Option{{"a", "Apple"}, {"b", "Bluetooth"}, {"c", "Cable"}}
	matching := Question{Kind: Matching, Left: lettered([]string{"one", "two", "three"}, "123"), Right: abc, Pairs: []Pair{{"1", "b"}, {"2", "a"}, {"3", "c"}}}
	strict := func(q Question) Question { q.CaseStrict, q.AccentsStrict = true, true; return q }
	for _, x := range []struct {
		lang  string
		q     Question
		given string
		want  Result
		why   Reason
	}{
		{"en", short("data"), "", Invalid, Empty},
		{"en", short("data"), "\u200b \t", Invalid, Empty},
		{"en", short("data"), "?!", Invalid, Nothing},
		{"en", short("data"), strings.Repeat("x", 201), Invalid, TooLong},
		{"en", short("data"), strings.Repeat("x", 100_000), Invalid, TooLong},
		{"en", short("data"), strings.Repeat("\xff", 100_000), Invalid, TooLong},
		{"en", short("data"), "da\xffta", Invalid, NotText},
		{"en", short("+"), "+", Right, Same},
		{"en", short("+"), "=", Wrong, Far},
		{"en", short("+"), "-", Invalid, Nothing},
		{"en", short("encryption"), "decryption", Wrong, Opposite},
		{"en", short("allowed"), "not allowed", Wrong, Negation},
		{"en", short("not allowed"), "allowed", Wrong, Negation},
		{"en", short("password manager"), "manager", Wrong, TooGeneral},
		{"en", short("backup"), "a backup of my files", Wrong, TooMuch},
		{"en", short("TLS 1.3"), "TLS 1.2", Wrong, OtherNumber},
		{"en", short("two-factor"), "three-factor", Wrong, OtherNumber},
		{"en", short("worm"), "work", Wrong, OtherLetters},
		{"en", short("paypal.com"), "paypall.com", Wrong, OtherLetters},
		{"en", short("paypal.com"), "pay-pal.com", Wrong, OtherLetters},
		{"en", short("paypal.com"), "paypal com", Nearly, Unpunctuated},
		{"en", short("paypal"), "p\u0430ypal", Nearly, Lookalike},
		{"en", short("firewall"), "cheese", Wrong, Far},
		{"en", short("firewall"), "fierwall", Nearly, Typo},
		{"en", strict(short("MB")), "mb", Nearly, CaseDiffers},
		{"it", strict(short("papà")), "papa", Nearly, AccentDiffers},
		{"de", short("Köln"), "Koln", Nearly, UmlautDropped},
		{"de", Question{Kind: Short, Accept: []string{"die Brücke"}, ArticleRequired: true}, "der Brücke", Wrong, OtherArticle},
		{"de", Question{Kind: Short, Accept: []string{"das Passwort"}, ArticleRequired: true}, "da sPasswort", Nearly, Typo},
		{"de", Question{Kind: Short, Accept: []string{"das Passwort"}, ArticleRequired: true}, "dasPasswort", Right, Spacing},
		{"de", Question{Kind: Short, Accept: []string{"das Passwort"}, ArticleRequired: true}, "das Pass wort", Right, Spacing},
		{"de", Question{Kind: Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "MASSE", Nearly, Collision},
		{"de", Question{Kind: Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "die Masse", Wrong, Listed},
		{"de", Question{Kind: Short, Accept: []string{"Maße"}, Wrong: []string{"Masse"}}, "die Maße", Right, Wording},
		{"fr", Question{Kind: Short, Accept: []string{"pêcher"}, Wrong: []string{"pécher"}}, "pêcheur", Wrong, ListedNear},
		{"en", short("Alan Turing"), "Turing, Alan", Nearly, WordOrder},
		{"en", short("safe, not public"), "public, not safe", Wrong, Far},
		{"en", short("TLS 13 or 14"), "TLS 14 or 13", Wrong, OtherNumber},
		{"en", short("no password"), "password", Wrong, Negation},
		{"en", short("password"), "no password", Wrong, Negation},
		{"en", short("not allowed"), "nto allowed", Nearly, Typo},
		{"en", short("password"), "paswrod", Wrong, OtherLetters}, // eight letters, two slips
		{"en", short("passwords"), "paswrods", Nearly, Typo},
		{"en", short("their"), "thier", Nearly, Typo},
		{"en", short("word"), "wrod", Wrong, OtherLetters},
		{"de", short("nichtöffentlich"), "nichtoffentlich", Nearly, UmlautDropped},
		{"ja", short("パスワード権"), "パスワード券", Wrong, OtherLetters},
		{"ja", short("コンピューターウイルス"), "コンピューターウルイズ", Wrong, OtherLetters}, // two slips
		{"ja", short("つかわない"), "つかわなに", Wrong, Negation},
		{"en", Question{Kind: TrueFalse, Accept: []string{"false"}}, "true? no, false", Invalid, Unclear},
		{"en", Question{Kind: TrueFalse, Accept: []string{"true"}}, "true as long as nobody knows it", Invalid, NoOption},
		{"en", Question{Kind: TrueFalse, Accept: []string{"true"}}, "I don't think it's true", Invalid, NoOption},
		{"en", Question{Kind: TrueFalse, Accept: []string{"true"}}, "true because nobody knows it", Right, Chosen},
		{"en", Question{Kind: TrueFalse, Accept: []string{"false"}}, "no, definitely false", Right, Chosen},
		{"en", Question{Kind: TrueFalse, Accept: []string{"false"}}, "yes, sure", Wrong, OtherOption},
		{"en", Question{Kind: Choice, Several: true, Options: abc, Accept: []string{"a", "c"}}, "a or c", Wrong, Several},
		{"en", Question{Kind: Choice, Several: true, Options: abc, Accept: []string{"a", "c"}}, "a and c", Right, Chosen},
		{"en", Question{Kind: Choice, Options: abc, Accept: []string{"a"}}, "a, a", Right, Chosen},
		{"en", Question{Kind: Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "b a b", Wrong, Twice},
		{"en", Question{Kind: Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "a b c", Wrong, OtherOrder},
		{"en", Question{Kind: Ordering, Options: abc, Accept: []string{"b", "a", "c"}}, "Bluetoth, Apple, Cable", Nearly, SomeNearly},
		{"en", matching, "1b 2a 3c", Right, Complete},
		{"en", matching, "1b 2a 2c", Wrong, Twice},
		{"en", matching, "1a 2b 3c", Wrong, OtherPairs},
		{"en", matching, "1b 2a", Wrong, Missing},
		{"ja", short("東京"), "京都", Wrong, Far},
		{"ja", short("アクセス権"), "アクセス券", Wrong, OtherLetters},
		{"en", Question{Kind: Short}, "x", Invalid, BadQuestion},
	} {
		if v := Check(x.q, x.lang, x.given); v.Result != x.want || v.Reason != x.why {
			t.Errorf("%s: %.20q for %q: %s, want %s (%s)", x.lang, x.given, x.q.Accept, describe(v), x.want, x.why)
		}
	}
}

// A list says which parts are right, and how many are missing or too many.
func TestParts(t *testing.T) {
	goals := Question{Kind: List, Items: [][]string{{"confidentiality"}, {"integrity"}, {"availability"}}}
	v := Check(goals, "en", "integrity, speed and availabilty")
	want := []Part{{"integrity", Right, Same, "integrity"}, {"speed", Wrong, Far, ""}, {"availabilty", Nearly, Typo, "availability"}}
	if v.Result != Wrong || v.Reason != MissingExtra || v.Wanted != 3 || v.Found != 2 || v.Extra != 1 || !slices.Equal(v.Parts, want) {
		t.Errorf("%+v", v)
	}
	// An item that two parts fit goes to the part that fits no other.
	either := Question{Kind: List, Items: [][]string{{"password", "PIN"}, {"PIN", "fingerprint"}}}
	for _, given := range []string{"PIN, password", "password, PIN", "PIN, fingerprint", "fingerprint and PIN"} {
		if v := Check(either, "en", given); v.Result != Right {
			t.Errorf("%q: %s", given, describe(v))
		}
	}
	if v := Check(goals, "en", "integrity, availability, confidentiality, integrity"); v.Result != Right {
		t.Errorf("said twice: %s", describe(v)) // is no harm
	}
	if v := Check(goals, "en", "integrity, availability, confidentiality, speed"); v.Result != Wrong || v.Reason != Extra || v.Extra != 1 {
		t.Errorf("one too many: %+v", v)
	}
	if v := Check(either, "en", "PIN"); v.Reason != Missing || v.Found != 1 {
		t.Errorf("PIN alone: %+v", v)
	}
}

func TestChoices(t *testing.T) {
	numbers := Question{Kind: Choice, Options: []Option{{"few", "3"}, {"some", "8"}, {"many", "12"}}, Accept: []string{"many"}}
	colours := Question{Kind: Choice, Several: true, Accept: []string{"r", "k"},
		Options: []Option{{"r", "rosso"}, {"v", "verde"}, {"b", "blu"}, {"g", "giallo"}, {"k", "nero"}}}
	clauses := Question{Kind: Choice, Several: true, Accept: []string{"q", "f"},
		Options: []Option{{"q", "It falls silent, as if asleep"}, {"f", "The fan roars, even at night"}, {"s", "The screen, and all else, is off"}}}
	for _, x := range []struct {
		lang  string
		q     Question
		given string
		want  Result
		why   Reason
	}{
		{"en", clauses, "It falls silent, as if asleep, The fan roars, even at night", Right, Chosen}, // as a form exports it
		{"en", clauses, "It falls silent, as if asleep;The fan roars, even at night;", Right, Chosen},
		{"en", clauses, "It falls silent, as if asleep, The screen, and all else, is off", Wrong, MissingExtra},
		{"en", clauses, "It falls silent, as if asleep, or The fan roars, even at night", Wrong, Several},
		{"en", clauses, "It falls silent, as if asleep, not The fan roars, even at night", Invalid, NoOption},
		{"en", numbers, "3", Wrong, OtherOption}, // the number, not the place
		{"en", numbers, "12", Right, Chosen},
		{"en", numbers, "twelve", Right, Chosen},
		{"en", numbers, "c", Right, Chosen},
		{"en", numbers, "c) 12", Right, Chosen},
		{"en", numbers, "c) 8", Wrong, Several}, // which of the two?
		{"en", numbers, "b, c", Wrong, Several},
		{"en", numbers, "4", Invalid, NoOption},
		{"it", colours, "a, e", Right, Chosen},
		{"it", colours, "rosso e nero", Right, Chosen},
		{"it", colours, "a e e", Invalid, NoOption}, // e is and, or the fifth
		{"it", colours, "a e c", Invalid, NoOption},
		{"it", colours, "a", Wrong, Missing},
		{"it", colours, "a, b, e", Wrong, Extra},
		{"it", colours, "a o e", Invalid, NoOption},
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
	v := Check(Question{Kind: List, Items: [][]string{{"PIN"}, {"password"}}}, "en", "pin, passwort, key")
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	var again Verdict
	if err := json.Unmarshal(data, &again); err != nil || describe(again) != describe(v) || again.Matcher != Version {
		t.Errorf("%s\nread again: %+v, %v", data, again, err)
	}
	for _, name := range []string{`"matcher":3`, `"verdict":"wrong"`, `"reason":"extra"`, `"parts":[`, `"wanted":2`, `"found":2`, `"extra":1`} {
		if !strings.Contains(string(data), name) {
			t.Errorf("%s does not have %s", data, name)
		}
	}
}
