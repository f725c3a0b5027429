package match

import (
	"strings"
	"testing"

	"kitpress/quiz"
)

// Numbers in words, as they are put together in each language.
func TestNumbersInWords(t *testing.T) {
	for lang, table := range map[string]string{
		"en": `
			21 = twenty-one = twenty one = Twenty-One
			99 = ninety-nine
			100 = a hundred = one hundred = hundred
			101 = a hundred and one = one hundred one
			256 = two hundred and fifty-six = two hundred fifty-six
			1024 = one thousand and twenty-four = a thousand twenty-four
			1900 = nineteen hundred
			65536 = sixty-five thousand five hundred and thirty-six
			999999 = nine hundred and ninety-nine thousand nine hundred and ninety-nine
			3.5 = three and a half = three point five
			0.05 = zero point zero five
			2000000 = two million`,
		"de": `
			21 = einundzwanzig
			56 = sechsundfünfzig = sechsundfuenfzig = sechs und fünfzig
			100 = hundert = einhundert
			101 = hunderteins = hundertundeins = einhunderteins
			256 = zweihundertsechsundfünfzig = Zweihundert sechsundfünfzig
			1024 = tausendvierundzwanzig = eintausendvierundzwanzig = eintausendundvierundzwanzig
			65536 = fünfundsechzigtausendfünfhundertsechsunddreißig = fuenfundsechzigtausendfuenfhundertsechsunddreissig
			1.5 = anderthalb = eineinhalb = eins Komma fünf
			3.5 = dreieinhalb = drei Komma fünf
			2.25 = zwei Komma fünfundzwanzig = zwei Komma zwei fünf`,
		"fr": `
			21 = vingt et un = vingt-et-un
			71 = soixante et onze = septante et un
			77 = soixante-dix-sept = septante-sept
			80 = quatre-vingts = quatre-vingt
			97 = quatre-vingt-dix-sept = nonante-sept
			200 = deux cents = deux cent
			256 = deux cent cinquante-six
			1024 = mille vingt-quatre
			65536 = soixante-cinq mille cinq cent trente-six
			1.5 = un virgule cinq = un et demi
			2.5 = deux et demie`,
		"it": `
			21 = ventuno = venti uno
			28 = ventotto
			33 = trentatré = trentatre
			101 = centouno = centuno = cento e uno
			180 = centottanta = centoottanta
			256 = duecentocinquantasei = duecento cinquantasei
			1024 = milleventiquattro = mille e ventiquattro
			2000 = duemila
			65536 = sessantacinquemilacinquecentotrentasei
			3.5 = tre e mezzo = tre virgola cinque`,
	} {
		for line := range strings.Lines(strings.TrimSpace(table)) {
			list := strings.Split(strings.TrimSpace(line), " = ")
			q := quiz.Question{Kind: quiz.Number, Accept: list[:1]}
			for _, words := range list[1:] {
				if v := Check(q, lang, words); v.Result != quiz.Right {
					t.Errorf("%s %q: %s (%s), want %s", lang, words, v.Result, v.Reason, list[0])
				}
			}
		}
	}
}

// What is no number in words, or two of them, is none.
func TestNoNumbersInWords(t *testing.T) {
	for _, tc := range []struct{ lang, answer, not string }{
		{"en", "one two", "3"}, {"en", "two fifty-six", "256"}, {"en", "fifty and six", "50"}, {"en", "twenty thirty", "50"},
		{"en", "two hundred and", "200"}, {"en", "hundred hundred", "10000"}, {"en", "two hundred three hundred", "500"},
		{"de", "fünfzigsechs", "56"}, {"de", "zwei drei", "5"}, {"de", "zwanzig dreißig", "50"}, {"de", "hundertzweihundert", "300"}, {"de", "dreiundvier", "7"},
		{"fr", "vingt dix", "30"}, {"fr", "cinquante onze", "61"}, {"it", "venti dieci", "30"}, {"it", "cento cento", "200"},
	} {
		if v := Check(quiz.Question{Kind: quiz.Number, Accept: []string{tc.not}}, tc.lang, tc.answer); v.Result == quiz.Right {
			t.Errorf("%s %q is %s", tc.lang, tc.answer, tc.not)
		}
	}
}
