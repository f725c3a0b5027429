package quizzes

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"kitpress/catalog"
	"kitpress/catalog/library"
	"kitpress/catalog/source"
	"kitpress/catalog/spreadsheet"
	"kitpress/cmd/internal/cli/command"
	"kitpress/cmd/internal/cli/terminal"
	"kitpress/i18n"
	"kitpress/quiz"
	"kitpress/quiz/exchange"
	"kitpress/quiz/language"
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
	command.Complete(cmd, "kind", kinds()...)
}

// sourceFlags adds the flags that say where questions are and in which
// language.
func (o *bankChoice) sourceFlags(cmd *cobra.Command) {
	o.langFlags(cmd)
	cmd.Flags().StringVar(&o.questions, "questions", "", "`file` with questions of your own ("+strings.Join(exchange.Extensions(), ", ")+"); kitpress quiz template writes one to fill in")
	_ = cmd.MarkFlagFilename("questions", "csv", "tsv", "xlsx", "json") // fails only for a flag that does not exist
}

// langFlags adds the flags that choose a language of a catalog. The languages
// the matcher has rules for are read only when a shell asks.
func (o *bankChoice) langFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.lang, "lang", "l", "", "`language` of the questions (default: the environment's)")
	command.AnyCase(cmd, "lang", command.CanonicalLang)
	f.StringVar(&o.catalog, "catalog", "", "`folder` with your own games (default: the games kitpress ships)")
	command.Folder(cmd, "catalog")
	_ = cmd.RegisterFlagCompletionFunc("lang", func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
		return language.Languages(), cobra.ShellCompDirectiveNoFileComp
	}) // fails only for a flag that does not exist
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
		kind, err := kindOf(k)
		if err != nil {
			return f, err
		}
		f.Kinds = append(f.Kinds, kind)
	}
	for _, l := range o.levels {
		if l < 1 || l > 3 {
			return f, terminal.Usage("1 is easy, 2 in between, 3 hard", "--level: there is no level %d", l)
		}
	}
	return f, nil
}

// errNone says that the flags let no question through.
func errNone() error {
	return terminal.Usage("choose fewer of --topic, --kind and --level", "there is no such question")
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

// chosen returns the questions in a language and what the flags let through.
func (b *bankSource) chosen(s terminal.Streams, lang string) (*quiz.Bank, quiz.Filter, error) {
	bank, err := b.in(lang)
	if err != nil {
		return nil, quiz.Filter{}, err
	}
	b.sayRead(s)
	filter, err := b.from.filter(bank)
	return bank, filter, err
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
	topics, problems := library.Questions(in.FS, lang)
	if err := problems.Err(); err != nil {
		return nil, in.Explain(err)
	}
	if b.game != "" {
		g, err := command.LoadGame(in.FS, b.game)
		if err != nil {
			return nil, in.Explain(err)
		}
		if texts, problems := i18n.Load(in.FS, g, lang); !problems.HasErrors() {
			b.title = texts.Text(g.Name)
		}
		maps.DeleteFunc(topics, func(id string, _ *catalog.Topic) bool { return g.Topics[id] == nil })
	}
	return quiz.NewBank(topics, lang), nil
}

// own reads the questions of --questions that are asked in a language, or name
// none.
func (b *bankSource) own(lang string) (*quiz.Bank, error) {
	if b.game != "" {
		return nil, terminal.Usage("leave out GAME or --questions", "questions of your own belong to no game")
	}
	data, err := command.ReadFile(b.from.questions, spreadsheet.MaxBytes)
	if err != nil {
		return nil, err
	}
	words, err := wordsIn(lang)
	if err != nil {
		return nil, err
	}
	got, problems := exchange.Read(b.from.questions, data, exchange.Options{Lang: lang, Say: words.message})
	if err := problems.Err(); err != nil {
		return nil, err
	}
	if len(b.banks) == 0 { // the first time is enough
		b.said, b.warnings = strings.Join(got.Found, "; "), problems
	}
	return quiz.BankOf(slices.DeleteFunc(got.Items, func(it quiz.Item) bool { return it.Lang != lang })), nil
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

// sayRead says how a file of one's own was read, where that was a guess, and
// what may surprise in it.
func (b *bankSource) sayRead(s terminal.Streams) {
	if b.said != "" {
		terminal.Printf(s.Err, "%s was read as %s\n", b.from.questions, b.said)
	}
	s.Problems(b.warnings)
}

// languages returns the languages whose questions are as wanted. It reads all
// of them, which only a mistake makes worthwhile.
func (b *bankSource) languages(wanted func(*quiz.Bank) bool) []string {
	var langs []string
	for _, lang := range language.Languages() {
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
	var same []string
	topic, _, _ := strings.Cut(id, "/")
	for _, q := range bank.Items() {
		if q.Topic == topic && len(same) < 6 {
			same = append(same, q.ID)
		}
	}
	if near := bank.Suggest(id); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	} else if len(same) > 0 {
		hint = "there are " + strings.Join(same, ", ")
	}
	return quiz.Item{}, terminal.Usage(hint, "there is no question %q", id)
}
