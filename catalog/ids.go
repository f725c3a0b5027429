package catalog

import (
	"regexp"
	"strings"

	"golang.org/x/text/language"

	"kitpress/catalog/source"
)

// The forms of the names in a pack.
var (
	idForm     = source.Pattern(`^[a-z0-9][a-z0-9-]{0,63}$`)
	itemForm   = source.Pattern(`^[A-Za-z0-9!][A-Za-z0-9-]{0,63}$`)
	nameForm   = source.Pattern(`^[a-z][A-Za-z0-9]{0,63}$`) // params
	fieldForm  = source.Pattern(`^[A-Za-z][A-Za-z0-9]{0,63}$`)
	wordForm   = source.Pattern(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)
	ruleForm   = source.Pattern(`^R[1-9][0-9]{0,3}[a-z]?$`)
	prefixForm = source.Pattern(`^[A-Z][A-Z0-9]{0,7}$`)
	hashForm   = source.Pattern(`^[0-9a-f]{8}$`)
	versionFor = source.Pattern(`^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$`)
	deviceForm = source.Pattern(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
)

const (
	hintID   = "use small letters a to z, digits and hyphens, at most 64"
	hintItem = "use letters, digits and hyphens, at most 64"
	hintName = "use letters and digits, with a small letter first"
	hintForm = "use letters and digits, with a letter first"
)

// readID reads an id that may become part of a file name: also Windows must be
// able to store it.
func readID(v source.Value, what string) string {
	s := readForm(v, what+" id", idForm, hintID)
	if deviceForm().MatchString(s) {
		v.Errorf(CodeBadID, "%s id %q is the name of a device on Windows", what, s).Hint = "choose another id"
	}
	return s
}

// readForm reads a name of a given form. A name of another form is reported and
// returned, so that what refers to it is still found.
func readForm(v source.Value, what string, form func() *regexp.Regexp, hint string) string {
	s := v.Text()
	if s != "" && !form().MatchString(s) {
		v.Errorf(CodeBadID, "%q is no %s", clip(s), what).Hint = hint
	}
	return s
}

// unique reports an id that was seen before. fold also finds ids that differ
// in case only: they would be one file on some systems.
func unique(seen map[string]source.Pos, v source.Value, what, id string, fold bool) bool {
	if id == "" {
		return true
	}
	key := id
	if fold {
		key = strings.ToLower(id)
	}
	if first, ok := seen[key]; ok {
		p := v.Errorf(CodeDoubleID, "%s %q is there twice, first at %v", what, clip(id), first)
		if fold {
			p.Hint = "ids must differ in more than upper and lower case"
		}
		return false
	}
	seen[key] = v.Pos()
	return true
}

// readLanguage reads a BCP 47 tag in its usual spelling: de, de-CH, zh-Hant.
func readLanguage(v source.Value) string {
	s := v.Text()
	if s == "" {
		return ""
	}
	tag, err := language.Parse(s)
	switch {
	case err != nil || tag == language.Und:
		v.Errorf(CodeLanguage, "%q is no language", clip(s)).Hint = "use a tag such as en, de, fr or de-CH"
		return ""
	case tag.String() != s:
		v.Errorf(CodeLanguage, "language %q is written %q", s, tag.String())
		return ""
	}
	return s
}

// isLanguage reports whether a name is a BCP 47 tag in its usual spelling.
func isLanguage(s string) bool {
	tag, err := language.Parse(s)
	return err == nil && tag != language.Und && tag.String() == s
}

// baseLanguage returns "de" for "de-CH" and the tag itself when it is a base.
func baseLanguage(tag string) string {
	base, _, _ := strings.Cut(tag, "-")
	return base
}

// clip keeps messages readable when a name is a whole paragraph.
func clip(s string) string {
	const longest = 40
	if r := []rune(s); len(r) > longest {
		return string(r[:longest-1]) + "…"
	}
	return s
}
