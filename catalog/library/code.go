package library

import "strings"

// codeAlphabet has no 0, 1, I, L, O, U and Z: nothing in it is read as
// something else, and spoken or handwritten codes survive. Its 29 letters are
// a prime number, on which the check character rests.
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTVWXY"

// codeBody is the number of characters before the check character.
const codeBody = 4

// NewCode returns a topic code, "7F3K-Q", for a body of four characters of
// the code alphabet, and "" for any other body.
func NewCode(body string) string {
	check, ok := codeCheck(body)
	if !ok {
		return ""
	}
	return body + "-" + string(check)
}

// CodeCheck reports whether code is a topic code with the right check
// character. Every single wrong character and every swap of neighbours is
// found.
func CodeCheck(code string) bool {
	body, last, ok := strings.Cut(code, "-")
	check, valid := codeCheck(body)
	return ok && valid && last == string(check)
}

// codeCheck weighs the characters by 2 to 5: the weights and their differences
// are no multiples of 29, so no single change or swap keeps the sum.
func codeCheck(body string) (byte, bool) {
	if len(body) != codeBody {
		return 0, false
	}
	sum := 0
	for i := range codeBody {
		v := strings.IndexByte(codeAlphabet, body[i])
		if v < 0 {
			return 0, false
		}
		sum += (i + 2) * v
	}
	return codeAlphabet[sum%len(codeAlphabet)], true
}
