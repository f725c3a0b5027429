package i18n

import "fmt"

// wordArgs resolve the placeholders of kitpress's own words from alternating
// names and values.
type wordArgs struct {
	locale Locale
	args   []any
}

// count returns the value named "Count", nil when there is none.
func (w wordArgs) count() any {
	for i := 0; i+1 < len(w.args); i += 2 {
		if w.args[i] == "Count" {
			return w.args[i+1]
		}
	}
	return nil
}

func (w wordArgs) resolve(r ref) (string, error) {
	if r.kind == "param" {
		for i := 0; i+1 < len(w.args); i += 2 {
			if w.args[i] != r.args[0] {
				continue
			}
			if n, ok := w.args[i+1].(int); ok {
				return w.locale.Number(n), nil
			}
			return fmt.Sprint(w.args[i+1]), nil
		}
	}
	return "", fmt.Errorf("%s has no value", r)
}
