package command

import (
	"slices"
	"testing"
)

func TestEnvironmentLanguages(t *testing.T) {
	for _, tc := range []struct {
		env  map[string]string
		want []string
	}{
		{nil, []string{"en"}},
		{map[string]string{"LANG": "de_CH.UTF-8"}, []string{"de-CH", "de", "en"}},
		{map[string]string{"LANG": "de_DE", "LC_MESSAGES": "it_IT@euro"}, []string{"it-IT", "it", "en"}},
		{map[string]string{"LANG": "de_DE", "LC_ALL": "C"}, []string{"en"}},
		{map[string]string{"LANG": "POSIX"}, []string{"en"}},
		{map[string]string{"LANG": "ja"}, []string{"ja", "ja", "en"}},
		{map[string]string{"LANG": ".UTF-8", "LC_ALL": ""}, []string{"en"}},
	} {
		if got := Languages(func(n string) string { return tc.env[n] }); !slices.Equal(got, tc.want) {
			t.Errorf("%v: got %v, want %v", tc.env, got, tc.want)
		}
	}
}

// A table of one's own is in German, not in the German of Germany.
func TestWriting(t *testing.T) {
	for env, want := range map[string]string{"de_DE.UTF-8": "de", "fr_CH": "fr", "pt_BR": "pt-BR", "C": "en", "": "en"} {
		if got := Writing(func(string) string { return env }); got != want {
			t.Errorf("%q: %q, want %q", env, got, want)
		}
	}
}
