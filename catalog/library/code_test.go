package library

import "testing"

// TestTopicCodes tries every single change and every swap of neighbours of
// many codes.
func TestTopicCodes(t *testing.T) {
	n := len(codeAlphabet)
	for i := 0; i < n*n*n*n; i += 997 {
		body := string([]byte{codeAlphabet[i%n], codeAlphabet[i/n%n], codeAlphabet[i/n/n%n], codeAlphabet[i/n/n/n%n]})
		code := NewCode(body)
		if !CodeCheck(code) || code[:4] != body || len(code) != 6 {
			t.Fatalf("%s: %s", body, code)
		}
		places := []int{0, 1, 2, 3, 5}
		for k, at := range places {
			for _, c := range []byte(codeAlphabet) {
				wrong := []byte(code)
				wrong[at] = c
				if c != code[at] && CodeCheck(string(wrong)) {
					t.Fatalf("%s and %s are both right", code, wrong)
				}
			}
			if k > 0 {
				swapped := []byte(code)
				swapped[at], swapped[places[k-1]] = code[places[k-1]], code[at]
				if string(swapped) != code && CodeCheck(string(swapped)) {
					t.Fatalf("%s and %s are both right", code, swapped)
				}
			}
		}
	}
	for _, code := range []string{"", "-", "7F3K", "7F3K-", "7F3KR", "7f3k-r", "7F3K-R ", " 7F3K-R", "7F3K-RR", "0F3K-R", "7F3KK-R", "ＡＡ-R"} {
		if CodeCheck(code) {
			t.Errorf("%q is right", code)
		}
	}
	for _, body := range []string{"", "7F3", "7F3KK", "OIL0", "7f3k", "é3K"} {
		if c := NewCode(body); c != "" {
			t.Errorf("%q has the code %s", body, c)
		}
	}
}
