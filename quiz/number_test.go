package quiz

import "testing"

func TestNumbers(t *testing.T) {
	years := Question{Kind: Number, Accept: []string{"-44"}, Year: true}
	for _, x := range []struct {
		lang   string
		q      Question
		answer string
		want   Result
		why    Reason
	}{
		{"en", Question{Accept: []string{"8"}}, "eight", Right, Value},
		{"en", Question{Accept: []string{"8"}}, "not 8", Wrong, OtherUnit},
		{"en", Question{Accept: []string{"8", "9"}}, "9", Right, Value},
		{"en", Question{Accept: []string{"3.14159"}, Tolerance: "0.005"}, "3.14", Right, Within},
		{"en", Question{Accept: []string{"3.14159"}, Tolerance: "0.005"}, "3.135", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"123456789012345678901"}}, "123456789012345678902", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"0.1"}}, "0.10000000000000000000001", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"340282366920938463463374607431768211456"}}, "2^128", Right, Value},
		{"en", Question{Accept: []string{"1"}}, "9^9999", Wrong, Several},
		{"en", Question{Accept: []string{"8"}, Unit: "km"}, "k 8 m", Wrong, OtherUnit},
		{"en", Question{Accept: []string{"1"}}, "2^999999999", Wrong, Several},
		{"en", Question{Accept: []string{"1.5"}}, "1½", Right, Value},
		{"en", Question{Accept: []string{"1.5"}}, "1 1/2", Right, Value},
		{"en", Question{Accept: []string{"0.5"}}, "1/0", Wrong, Several},
		{"en", Question{Accept: []string{"-5"}}, "−5", Right, Value},
		{"en", Question{Accept: []string{"-5"}}, "5", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"0.5"}}, ".5", Right, Value},
		{"en", Question{Accept: []string{"2000000"}}, "2 million", Right, Value},
		{"en", Question{Accept: []string{"90"}, Unit: "min"}, "1 h 30 min", Right, Value},
		{"en", Question{Accept: []string{"90"}, Unit: "min"}, "30 min 1 h", Wrong, Several},
		{"en", Question{Accept: []string{"5"}, Unit: "MB"}, "5 mb", Nearly, UnitUnclear},
		{"en", Question{Accept: []string{"5"}, Unit: "MB"}, "5 MB", Right, Value},
		{"en", Question{Accept: []string{"5"}, Unit: "MB"}, "5 Mb", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"5"}, Unit: "MB"}, "40 megabits", Right, Value},
		{"en", Question{Accept: []string{"5"}, Unit: "MB"}, "$5", Wrong, OtherUnit},
		{"en", Question{Accept: []string{"5"}, Unit: "USD"}, "$5", Right, Value},
		{"en", Question{Accept: []string{"5"}, Units: []Unit{{Names: []string{"dozen"}, Factor: "12"}}, Unit: "pieces"}, "5 dozen", Wrong, OtherNumber},
		{"en", Question{Accept: []string{"60"}, Units: []Unit{{Names: []string{"dozen"}, Factor: "12"}}, Unit: "pieces"}, "5 dozen", Right, Value},
		{"en", Question{Accept: []string{"60"}, Unit: "pieces"}, "60 pieces", Right, Value},
		{"en", years, "44 BC", Right, Value},
		{"en", years, "in the year 44 B.C.", Right, Value},
		{"en", years, "-44", Right, Value},
		{"en", years, "44", Nearly, EraMissing},
		{"en", years, "44 AD", Wrong, OtherNumber},
		{"de", years, "im Jahr 44 v. Chr.", Right, Value},
		{"it", years, "44 a.C.", Right, Value},
		{"fr", years, "44 av. J.-C.", Right, Value},
		{"ja", years, "紀元前44年", Right, Value},
		{"de", Question{Accept: []string{"1500"}}, "1.500", Right, Value},
		{"de", Question{Accept: []string{"1.5"}}, "1.500", Nearly, TwoReadings},
		{"de", Question{Accept: []string{"1500"}}, "1.50", Wrong, OtherNumber},
		{"de-CH", Question{Accept: []string{"1500"}}, "1'500", Right, Value},
		{"de", Question{Accept: []string{"2000000"}}, "2 Mio.", Right, Value},
		{"de", Question{Accept: []string{"7"}}, "sieben oder acht", Wrong, Several},
		{"fr", Question{Accept: []string{"90"}}, "quatre-vingt-dix", Right, Value},
		{"fr", Question{Accept: []string{"20"}}, "quatre-vingts", Wrong, OtherNumber},
		{"it", Question{Accept: []string{"60"}, Unit: "min"}, "un'ora", Right, Value},
		{"ja", Question{Accept: []string{"350000000"}}, "3億5000万", Right, Value},
		{"ja", Question{Accept: []string{"2024"}}, "二〇二四", Right, Value},
		{"ja", Question{Accept: []string{"235"}}, "二百三十五", Right, Value},
		{"ja", Question{Accept: []string{"3"}}, "みっつです", Right, Value},
		{"es", Question{Accept: []string{"1234.5"}}, "1234,5", Right, Value},
		{"en", Question{Accept: []string{"8"}}, "lots", Wrong, NoNumber},
		{"en", Question{Accept: []string{"8"}}, "8 8", Wrong, Several},
		{"en", Question{Accept: []string{"8"}}, "...", Invalid, Nothing},
	} {
		x.q.Kind = Number
		if v := Check(x.q, x.lang, x.answer); v.Result != x.want || v.Reason != x.why {
			t.Errorf("%s: %q for %v %s: %s, want %s (%s)", x.lang, x.answer, x.q.Accept, x.q.Unit, describe(v), x.want, x.why)
		}
	}
}
