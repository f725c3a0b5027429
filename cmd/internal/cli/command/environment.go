package command

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n/messages"
)

// Languages returns the languages the environment asks for, best
// first: "de_CH.UTF-8" gives de-CH, de and en.
func Languages(env func(string) string) []string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		v, _, _ := strings.Cut(env(name), ".")
		v, _, _ = strings.Cut(v, "@")
		if v == "" {
			continue
		}
		if v == "C" || v == "POSIX" {
			break
		}
		lang := strings.ReplaceAll(v, "_", "-")
		return []string{lang, strings.Split(lang, "-")[0], "en"}
	}
	return []string{"en"}
}

// Writing returns the language of what somebody writes: de for de-DE and de-CH, so
// that --lang de finds it.
func Writing(env func(string) string) string {
	lang := Languages(env)[0]
	if base, _, _ := strings.Cut(lang, "-"); slices.Contains(messages.Languages(), base) {
		return base
	}
	return lang
}

// Reading returns the languages to report in: the one kitpress was asked to speak,
// then those of the environment.
func Reading(s terminal.Streams) []string {
	langs := Languages(s.Env)
	if s.Lang == "" || s.Lang == messages.Speaks(langs...) {
		return langs
	}
	base, _, _ := strings.Cut(s.Lang, "-")
	return append([]string{s.Lang, base}, langs...)
}

// SourceDate reads SOURCE_DATE_EPOCH, see reproducible-builds.org.
func SourceDate(env func(string) string) (time.Time, error) {
	v := env("SOURCE_DATE_EPOCH")
	if v == "" {
		return time.Time{}, nil
	}
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < 0 || n > 253402300799 {
		return time.Time{}, terminal.Usage("it is the number of seconds since 1970", "SOURCE_DATE_EPOCH is %q", v)
	}
	return time.Unix(n, 0).UTC(), nil
}

// LangTag is the form of a language tag: de, de-CH, zh-Hant.
var LangTag = regexp.MustCompile(`^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-[0-9]{3})?$`)
