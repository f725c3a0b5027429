package quizzes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/source"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz"
)

// A bankChoice says which questions a command is about.
type bankChoice struct {
	catalog   string
	lang      string
	questions string // a file of one's own, instead of the catalog
	topics    []string
	kinds     []string
	levels    []int
}

// flags adds the flags that choose questions.
func (o *bankChoice) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	o.sourceFlags(cmd)
	f.StringSliceVar(&o.topics, "topic", nil, "only about these `topics`, separated by commas")
	f.StringSliceVar(&o.kinds, "kind", nil, "only of these `kinds`: "+strings.Join(kinds(), ", "))
	f.IntSliceVar(&o.levels, "level", nil, "only of these `levels`: 1 easy, 2, 3 hard")
	_ = cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(kinds(), cobra.ShellCompDirectiveNoFileComp)) // fails only for a flag that does not exist
}

// sourceFlags adds the flags that say where questions are and in which
// language.
func (o *bankChoice) sourceFlags(cmd *cobra.Command) {
	o.langFlags(cmd)
	o.questionsFlag(cmd)
}

// langFlags adds the flags that choose a language of a catalog.
func (o *bankChoice) langFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.lang, "lang", "l", "", "`language` of the questions (default: the environment's)")
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the games kitpress ships)")
	_ = cmd.RegisterFlagCompletionFunc("lang", completeLanguages)
}

// filter returns what the flags let through; the names in them must be known.
func (o *bankChoice) filter(b *quiz.Bank) (quiz.Filter, error) {
	f := quiz.Filter{Topics: o.topics, Levels: o.levels}
	var topics []string
	for _, q := range b.Items() {
		topics = append(topics, q.Topic)
	}
	topics = slices.Compact(topics) // the items are sorted by topic
	for _, id := range o.topics {
		if !slices.Contains(topics, id) {
			return f, terminal.Usage(terminal.Guess(id, topics, "kitpress quiz draw --json shows the topics of questions"), "--topic: there are no questions about %q", id)
		}
	}
	for _, k := range o.kinds {
		if !slices.Contains(kinds(), k) {
			return f, terminal.Usage(terminal.Guess(k, kinds(), "known: "+strings.Join(kinds(), ", ")), "--kind: unknown kind %q", k)
		}
		f.Kinds = append(f.Kinds, quiz.Kind(k))
	}
	for _, l := range o.levels {
		if l < 1 || l > 3 {
			return f, terminal.Usage("1 is easy, 2 in between, 3 hard", "--level: there is no level %d", l)
		}
	}
	return f, nil
}

// A bankSource is where questions come from. Each language is read when it is
// asked for, so that mistakes in one are in nobody's way in the others.
type bankSource struct {
	from  *bankChoice
	game  string
	banks map[string]*quiz.Bank
	errs  map[string]error // why a language cannot be read
	title string           // of the game, once it was read

	said     string          // how a file of one's own was read
	warnings source.Problems // of that file
}

// open returns the questions about all topics, or about those a game names.
func (o *bankChoice) open(game string) *bankSource {
	return &bankSource{from: o, game: game, banks: map[string]*quiz.Bank{}, errs: map[string]error{}}
}

// read reads the questions in a language.
func (b *bankSource) read(lang string) (*quiz.Bank, error) {
	if b.from.questions != "" {
		return b.own(lang)
	}
	in, err := command.OpenCatalog(b.from.catalog)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	topics, problems := catalog.Questions(in.FS, lang)
	if err := problems.Err(); err != nil {
		return nil, in.Explain(err)
	}
	if b.game != "" {
		games, err := command.LoadGames(in.FS, b.game)
		if err != nil {
			return nil, in.Explain(err)
		}
		if texts, problems := i18n.Load(in.FS, games[0], lang); !problems.HasErrors() {
			b.title = texts.Text(games[0].Name)
		}
		maps.DeleteFunc(topics, func(id string, _ *catalog.Topic) bool { return games[0].Topics[id] == nil })
	}
	return quiz.NewBank(topics, lang), nil
}

// bank returns the questions in a language: none when they cannot be read,
// and errs says why.
func (b *bankSource) bank(lang string) *quiz.Bank {
	if b.banks[lang] == nil {
		bank, err := b.read(lang)
		if err != nil {
			bank, b.errs[lang] = quiz.BankOf(nil), err
		}
		b.banks[lang] = bank
	}
	return b.banks[lang]
}

// in returns the questions in a language; that there are none is an error.
func (b *bankSource) in(lang string) (*quiz.Bank, error) {
	bank := b.bank(lang)
	if err := b.errs[lang]; len(bank.Items()) > 0 || err != nil {
		return bank, err
	}
	known := b.languages(func(*quiz.Bank) bool { return true })
	if len(known) == 0 {
		return nil, terminal.Usage("they are written in topics/questions/<language>/<topic>.yaml", "there are no questions")
	}
	return nil, terminal.Usage("there are some in "+strings.Join(known, ", "), "there are no questions in %s", lang)
}

// languages returns the languages whose questions are as wanted. It reads all
// of them, which only a mistake makes worthwhile.
func (b *bankSource) languages(wanted func(*quiz.Bank) bool) []string {
	var langs []string
	for _, lang := range quiz.Languages() {
		if bank := b.bank(lang); len(bank.Items()) > 0 && wanted(bank) {
			langs = append(langs, lang)
		}
	}
	return langs
}

// item returns one question, or says which was probably meant.
func (b *bankSource) item(id, lang string) (quiz.Item, error) {
	bank, err := b.in(lang)
	if err != nil {
		return quiz.Item{}, err
	}
	if q, ok := bank.Item(strings.ToLower(id)); ok {
		return q, nil
	}
	others := b.languages(func(other *quiz.Bank) bool { _, ok := other.Item(id); return ok })
	if len(others) > 0 {
		return quiz.Item{}, terminal.Usage("it is asked in "+strings.Join(others, ", "), "the question %q is not translated into %s", id, lang)
	}
	hint := "kitpress quiz draw -n 1000 lists the questions"
	if topic, _, ok := strings.Cut(id, "/"); ok {
		var same []string
		for _, q := range bank.Items() {
			if q.Topic == topic {
				same = append(same, q.ID)
			}
		}
		if len(same) > 0 {
			hint = "there are " + strings.Join(same[:min(len(same), 6)], ", ")
		}
	}
	if s := bank.Suggest(id); s != "" {
		hint = fmt.Sprintf("did you mean %q?", s)
	}
	return quiz.Item{}, terminal.Usage(hint, "there is no question %q", id)
}

// wordsIn returns kitpress's own words for a language.
func wordsIn(lang string) (*i18n.Words, error) {
	words, problems := i18n.WordsIn(lang)
	return words, problems.Err()
}

// completeLanguages completes --lang with the languages the matcher has
// rules for, which it reads only when a shell asks.
func completeLanguages(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return quiz.Languages(), cobra.ShellCompDirectiveNoFileComp
}
