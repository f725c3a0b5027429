package form

import (
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/unicode/norm"

	"kitpress/catalog"
	"kitpress/catalog/source"
)

// The forms of the names in a pack.
var (
	LookForm    = source.Pattern(`^[a-z0-9][a-z0-9-]{0,63}(@[a-z0-9][a-z0-9.]{0,15})?$`) // a template, and its size
	ItemForm    = source.Pattern(`^[A-Za-z0-9!][A-Za-z0-9-]{0,63}$`)
	NameForm    = source.Pattern(`^[a-z][A-Za-z0-9]{0,63}$`) // params
	FieldForm   = source.Pattern(`^[A-Za-z][A-Za-z0-9]{0,63}$`)
	WordForm    = source.Pattern(`^[A-Za-z][A-Za-z0-9-]{0,63}$`)
	RuleForm    = source.Pattern(`^R[1-9][0-9]{0,3}[a-z]?$`)
	PrefixForm  = source.Pattern(`^[A-Z][A-Z0-9]{0,7}$`)
	HashForm    = source.Pattern(`^[0-9a-f]{8}$`)
	VersionForm = source.Pattern(`^[0-9A-Za-z][0-9A-Za-z.+-]{0,31}$`)
	deviceForm  = source.Pattern(`^(con|prn|aux|nul|com[0-9]|lpt[0-9])$`)
)

const (
	HintID    = "use small letters a to z, digits and hyphens, at most 64"
	HintLook  = "use small letters a to z, digits and hyphens, and @ with a size if it is not the template's own"
	HintItem  = "use letters, digits and hyphens, at most 64"
	HintName  = "use letters and digits, with a small letter first"
	HintField = "use letters and digits, with a letter first"
)

// ReadID reads an id that may become part of a file name: also Windows must be
// able to store it.
func ReadID(v source.Value, what string) string {
	s := ReadName(v, what+" id", catalog.IDForm, HintID)
	if deviceForm().MatchString(s) {
		v.Errorf(CodeBadID, "%s id %q is the name of a device on Windows", what, s).Hint = "choose another id"
	}
	return s
}

// ReadName reads a name of a given form. A name of another form is reported and
// returned, so that what refers to it is still found.
func ReadName(v source.Value, what string, form func() *regexp.Regexp, hint string) string {
	s := v.Text()
	if s != "" && !form().MatchString(s) {
		v.Errorf(CodeBadID, "%q is no %s", source.Clip(s), what).Hint = hint
	}
	return s
}

// IDFrom returns an id that looks like a name, drachenfeuer-uebung for
// Drachenfeuer-Übung, or "" when nothing of it can be in one.
func IDFrom(name string) string {
	name = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "å", "a", "ł", "l", "đ", "d").
		Replace(strings.ToLower(norm.NFC.String(name)))
	var b strings.Builder
	for _, r := range norm.NFD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r): // what is left of é
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	id := strings.Trim(b.String(), "-")
	id = strings.Trim(id[:min(len(id), maxID)], "-")
	if deviceForm().MatchString(id) {
		return id + "-1"
	}
	return id
}

// IsDevice reports whether Windows takes the name of a file for that of a device,
// whatever its ending: CON, nul.txt.
func IsDevice(name string) bool {
	stem, _, _ := strings.Cut(name, ".")
	return deviceForm().MatchString(strings.ToLower(strings.TrimSpace(stem)))
}

// maxID is the longest id IDFrom makes; room for a number is left.
const maxID = 56

// Unique reports an id that was seen before. fold also finds ids that differ
// in case only: they would be one file on some systems.
func Unique(seen map[string]source.Pos, v source.Value, what, id string, fold bool) bool {
	if id == "" {
		return true
	}
	key := id
	if fold {
		key = strings.ToLower(id)
	}
	if first, ok := seen[key]; ok {
		p := v.Errorf(CodeDoubleID, "%s %q is there twice, first at %v", what, source.Clip(id), first)
		if fold {
			p.Hint = "ids must differ in more than upper and lower case"
		}
		return false
	}
	seen[key] = v.Pos()
	return true
}

// ReadLanguage reads a BCP 47 tag in its usual spelling: de, de-CH, zh-Hant.
func ReadLanguage(v source.Value) string {
	s := v.Text()
	if s == "" {
		return ""
	}
	tag, err := language.Parse(s)
	switch {
	case err != nil || tag == language.Und:
		v.Errorf(CodeLanguage, "%q is no language", source.Clip(s)).Hint = "use a tag such as en, de, fr or de-CH"
		return ""
	case tag.String() != s:
		v.Errorf(CodeLanguage, "language %q is written %q", s, tag.String())
		return ""
	}
	return s
}

// IsLanguage reports whether a name is a BCP 47 tag in its usual spelling.
func IsLanguage(s string) bool {
	tag, err := language.Parse(s)
	return err == nil && tag != language.Und && tag.String() == s
}
