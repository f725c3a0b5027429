package match

import (
	"testing"

	"kitpress/quiz"
)

func TestNumbers(t *testing.T) {
	years := quiz.Question{Kind: quiz.Number, Accept: []string{"-44"}, Year: true}
	for _, x := range []struct {
		lang   string
		q      quiz.Question
		answer string
		want   quiz.Result
		why    quiz.Reason
	}{
		{"en", quiz.Question{Accept: []string{"8"}}, "eight", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"8"}}, "not 8", quiz.Wrong, quiz.OtherUnit},
		{"en", quiz.Question{Accept: []string{"8", "9"}}, "9", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"3.14159"}, Tolerance: "0.005"}, "3.14", quiz.Right, quiz.Within},
		{"en", quiz.Question{Accept: []string{"3.14159"}, Tolerance: "0.005"}, "3.135", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"123456789012345678901"}}, "123456789012345678902", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"0.1"}}, "0.10000000000000000000001", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"340282366920938463463374607431768211456"}}, "2^128", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"1"}}, "9^9999", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Accept: []string{"8"}, Unit: "km"}, "k 8 m", quiz.Wrong, quiz.OtherUnit},
		{"en", quiz.Question{Accept: []string{"1"}}, "2^999999999", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Accept: []string{"1.5"}}, "1½", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"1.5"}}, "1 1/2", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"0.5"}}, "1/0", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Accept: []string{"-5"}}, "−5", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"-5"}}, "5", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"0.5"}}, ".5", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"2000000"}}, "2 million", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"90"}, Unit: "min"}, "1 h 30 min", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"90"}, Unit: "min"}, "30 min 1 h", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "MB"}, "5 mb", quiz.Nearly, quiz.UnitUnclear},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "MB"}, "5 MB", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "MB"}, "5 Mb", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "MB"}, "40 megabits", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "MB"}, "$5", quiz.Wrong, quiz.OtherUnit},
		{"en", quiz.Question{Accept: []string{"5"}, Unit: "USD"}, "$5", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"5"}, Units: []quiz.Unit{{Names: []string{"dozen"}, Factor: "12"}}, Unit: "pieces"}, "5 dozen", quiz.Wrong, quiz.OtherNumber},
		{"en", quiz.Question{Accept: []string{"60"}, Units: []quiz.Unit{{Names: []string{"dozen"}, Factor: "12"}}, Unit: "pieces"}, "5 dozen", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"60"}, Unit: "pieces"}, "60 pieces", quiz.Right, quiz.Value},
		{"en", years, "44 BC", quiz.Right, quiz.Value},
		{"en", years, "in the year 44 B.C.", quiz.Right, quiz.Value},
		{"en", years, "-44", quiz.Right, quiz.Value},
		{"en", years, "44", quiz.Nearly, quiz.EraMissing},
		{"en", years, "44 AD", quiz.Wrong, quiz.OtherNumber},
		{"de", years, "im Jahr 44 v. Chr.", quiz.Right, quiz.Value},
		{"it", years, "44 a.C.", quiz.Right, quiz.Value},
		{"fr", years, "44 av. J.-C.", quiz.Right, quiz.Value},
		{"ja", years, "紀元前44年", quiz.Right, quiz.Value},
		{"de", quiz.Question{Accept: []string{"1500"}}, "1.500", quiz.Right, quiz.Value},
		{"de", quiz.Question{Accept: []string{"1.5"}}, "1.500", quiz.Nearly, quiz.TwoReadings},
		{"de", quiz.Question{Accept: []string{"1500"}}, "1.50", quiz.Wrong, quiz.OtherNumber},
		{"de-CH", quiz.Question{Accept: []string{"1500"}}, "1'500", quiz.Right, quiz.Value},
		{"de", quiz.Question{Accept: []string{"2000000"}}, "2 Mio.", quiz.Right, quiz.Value},
		{"de", quiz.Question{Accept: []string{"7"}}, "sieben oder acht", quiz.Wrong, quiz.Several},
		{"fr", quiz.Question{Accept: []string{"90"}}, "quatre-vingt-dix", quiz.Right, quiz.Value},
		{"fr", quiz.Question{Accept: []string{"20"}}, "quatre-vingts", quiz.Wrong, quiz.OtherNumber},
		{"it", quiz.Question{Accept: []string{"60"}, Unit: "min"}, "un'ora", quiz.Right, quiz.Value},
		{"ja", quiz.Question{Accept: []string{"350000000"}}, "3億5000万", quiz.Right, quiz.Value},
		{"ja", quiz.Question{Accept: []string{"2024"}}, "二〇二四", quiz.Right, quiz.Value},
		{"ja", quiz.Question{Accept: []string{"235"}}, "二百三十五", quiz.Right, quiz.Value},
		{"ja", quiz.Question{Accept: []string{"3"}}, "みっつです", quiz.Right, quiz.Value},
		{"es", quiz.Question{Accept: []string{"1234.5"}}, "1234,5", quiz.Right, quiz.Value},
		{"en", quiz.Question{Accept: []string{"8"}}, "lots", quiz.Wrong, quiz.NoNumber},
		{"en", quiz.Question{Accept: []string{"8"}}, "8 8", quiz.Wrong, quiz.Several},
		{"en", quiz.Question{Accept: []string{"8"}}, "...", quiz.Invalid, quiz.Nothing},
	} {
		x.q.Kind = quiz.Number
		if v := Check(x.q, x.lang, x.answer); v.Result != x.want || v.Reason != x.why {
			t.Errorf("%s: %q for %v %s: %s, want %s (%s)", x.lang, x.answer, x.q.Accept, x.q.Unit, describe(v), x.want, x.why)
		}
	}
}
