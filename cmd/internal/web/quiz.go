package web

import (
	"fmt"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/cmd/internal/lobby"
	"kitpress/i18n"
	"kitpress/quiz"
)

// A checkJSON asks whether an answer counts: POST /api/quiz/check.
type checkJSON struct {
	Question string `json:"question"` // id in the bank: phishing/passkey
	Lang     string `json:"lang"`     // of the question and the answer
	Answer   string `json:"answer"`
	Variant  string `json:"variant"` // order the options were shown in; may be left out
}

// A CheckedJSON is an answer with its verdict: what POST /api/quiz/check
// answers, and kitpress quiz check prints.
type CheckedJSON struct {
	Answer string `json:"answer"`
	Lang   string `json:"lang"`
	Point  bool   `json:"point"`
	quiz.Verdict
	Message string `json:"message"`
	Because string `json:"because,omitempty"` // why the chosen option is wrong
}

// NewChecked puts a verdict into words.
func NewChecked(words *i18n.Words, lang, answer string, v quiz.Verdict, because string) CheckedJSON {
	m := v.Message()
	return CheckedJSON{answer, lang, v.Point(), v, words.Word(m.ID, m.Args...), because}
}

// How often an address may have answers checked: a class behind one address,
// then as many as it can type.
const (
	checksAtOnce = 60
	checksEvery  = time.Second / 10
)

// A checker checks answers to the questions of a catalog. Each language is
// read when it is first asked for.
type checker struct {
	catalog fs.FS
	limit   lobby.RateLimit
	banks   sync.Map // *quiz.Bank by language
}

func newChecker(fsys fs.FS) *checker {
	return &checker{catalog: fsys, limit: lobby.RateLimit{AtOnce: checksAtOnce, Every: checksEvery}}
}

// bank returns the questions in a language.
func (c *checker) bank(lang string) (*quiz.Bank, error) {
	if b, ok := c.banks.Load(lang); ok {
		return b.(*quiz.Bank), nil
	}
	topics, problems := catalog.Questions(c.catalog, lang)
	if err := problems.Err(); err != nil {
		return nil, err
	}
	b, _ := c.banks.LoadOrStore(lang, quiz.NewBank(topics, lang))
	return b.(*quiz.Bank), nil
}

// check returns the verdict on an answer; ErrUnknown: there is no such
// question, or not in this language.
func (c *checker) check(in checkJSON) (CheckedJSON, error) {
	if !slices.Contains(i18n.Languages(), in.Lang) || !slices.Contains(quiz.Languages(), in.Lang) {
		return CheckedJSON{}, fmt.Errorf("%w: questions are in %s", lobby.ErrUnknown, strings.Join(i18n.Languages(), ", "))
	}
	bank, err := c.bank(in.Lang)
	if err != nil {
		return CheckedJSON{}, err
	}
	item, ok := bank.Item(in.Question)
	if !ok || in.Variant != "" && !slices.Contains(quiz.Variants(), in.Variant) {
		return CheckedJSON{}, lobby.ErrUnknown
	}
	item = item.Variant(in.Variant)
	v := quiz.Check(item.Question, in.Lang, in.Answer)
	words, problems := i18n.WordsIn(in.Lang)
	return NewChecked(words, in.Lang, in.Answer, v, item.WhyNot(v)), problems.Err()
}

// quizCheck answers POST /api/quiz/check.
func (s *Tables) quizCheck(w http.ResponseWriter, r *http.Request) error {
	if !s.checker.limit.Allow(address(r), s.lobby.Now()) {
		return lobby.ErrTooOften
	}
	var in checkJSON
	if err := readJSON(r, &in); err != nil {
		return err
	}
	out, err := s.checker.check(in)
	if err == nil {
		answer(w, http.StatusOK, out)
	}
	return err
}
