// Package event knows what happens at many tables at once: which table plays
// what in which language, how phones get in, and who meets whom next.
//
// In goes an event file, out come tables, press.Handouts and pairings. PINs
// follow from the secret of the file alone, so that cards printed days before
// fit the server that is started on the day. The package must not know flags,
// stores or HTTP.
package event

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"kitpress/catalog/load"
	"kitpress/catalog/source"
	"kitpress/i18n"
	"kitpress/layout"
	"kitpress/layout/compose"
)

// An Event is what an event file says.
type Event struct {
	Title, Date, Lang string
	Address           string // of the server, "http://192.168.4.10:8080"
	WiFi              string // the name of the network; may be empty
	Sponsor           Sponsor
	Rounds            int
	Times             []Time
	Tables            []Table
	Teams             []string           // may be none: seats are nobody's then
	sponsors          map[string]Sponsor // by language; nil where one line is for all
	secret            string
	lines             []string          // of the file
	names             map[string]string // of games, once their papers are made
}

// A Time is a line of the timetable.
type Time struct{ At, What string }

// A Table is one table.
type Table struct {
	Number     int
	Name       string // may be empty
	Game, Lang string
	Players    int // 0: as many as the game has room for
	Sponsor    Sponsor
}

// A Sponsor is who pays for an event or for a table: what the file says, which is
// nothing for a table that has the sponsor of the event.
type Sponsor struct {
	Line string // may be empty
	Logo string // a file beside the event file; may be empty

	pos, logoAt source.Pos
}

// Limits of an event file.
const (
	maxTables    = 400
	maxRounds    = 50
	maxPlayers   = 20
	leastSecret  = 12
	maxText      = 80
	eventFormat  = 1
	codeEvent    = "event"
	pinDigits    = 100_000_000
	eventPlayers = "players"
	eventHelpers = "referees"
)

// Read reads an event file; games are those of a catalog. Problems come with
// the line they are about.
func Read(name string, data []byte, games fs.FS) (*Event, source.Problems) {
	e, ps := read(name, data, func(game string) []string {
		if known, err := load.Games(games); err != nil || !slices.Contains(known, game) {
			return nil
		}
		g, _ := load.Game(games, game) // what is wrong in it is said when it is printed
		return g.Languages
	})
	lines := strings.Split(string(data), "\n")
	if e != nil {
		e.lines = lines
	}
	return e, excerpts(name, lines, ps)
}

// excerpts shows the lines of the file that problems are about.
func excerpts(name string, lines []string, ps source.Problems) source.Problems {
	for i, p := range ps {
		if n := p.Pos.Line; p.Pos.File == name && n > 0 && n <= len(lines) {
			ps[i].Excerpt = strings.TrimRight(lines[n-1], "\r")
		}
	}
	return ps
}

func read(name string, data []byte, languages func(game string) []string) (*Event, source.Problems) {
	var ps source.Problems
	root, ok := source.Parse(name, data, &ps)
	m := root.Map()
	if !ok || m == nil || !m.Format(eventFormat) {
		return nil, ps
	}
	e := &Event{
		Title: short(m.Need("title")), Date: short(m.Get("date")), Lang: m.Need("lang").Text(), Address: readAddress(m.Need("address")),
		WiFi: short(m.Get("wifi")), Rounds: 1, names: map[string]string{},
	}
	e.Sponsor, e.sponsors = readSponsor(m, e.Lang)
	if v := m.Get("rounds"); v.Exists() {
		e.Rounds = v.Int(1, maxRounds)
	}
	secret := m.Need("secret")
	if e.secret = secret.Text(); secret.Exists() && len(e.secret) < leastSecret {
		secret.Errorf(codeEvent, "the secret has %d characters, PINs that nobody guesses need %d", len(e.secret), leastSecret).Hint = "a line of random letters; whoever knows it knows all PINs"
	}
	for t := range m.Get("times").Maps() {
		e.Times = append(e.Times, Time{short(t.Need("at")), short(t.Need("what"))})
		t.Done("a time")
	}
	teams := m.Get("teams")
	for _, v := range teams.List() {
		team := short(v)
		if team == "" || slices.Contains(e.Teams, team) {
			v.Errorf(codeEvent, "%q stands here twice, or is no name", team).Hint = "call each team otherwise"
		}
		e.Teams = append(e.Teams, team)
	}
	tables := m.Need("tables")
	for t := range tables.Maps() {
		e.read(t, languages)
	}
	if tables.IsList() && len(e.Tables) == 0 {
		tables.Errorf(codeEvent, "an event needs at least one table")
	}
	m.Done(name)
	return e, ps
}

// readAddress reads where the server is: what a phone opens when it reads the code
// on the card of a table.
func readAddress(v source.Value) string {
	text := strings.TrimRight(v.Text(), "/")
	u, err := url.Parse(text)
	if v.Exists() && text != "" && (err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "") {
		v.Errorf(codeEvent, "%q is no address a phone could open", source.Clip(text)).Hint = "what kitpress serve --lan prints, as in http://192.168.4.10:8080"
	}
	return text
}

// read reads a table, or several that are alike: from and to instead of number.
func (e *Event) read(m *source.Map, languages func(string) []string) {
	game, lang := m.Need("game"), m.Need("lang")
	t := Table{Name: short(m.Get("name")), Game: game.Text(), Lang: lang.Text()}
	t.Sponsor, _ = readSponsor(m, t.Lang)
	if v := m.Get("players"); v.Exists() {
		t.Players = v.Int(1, maxPlayers)
	}
	first, last := m.Get("number"), m.Get("number")
	if m.Has("from") {
		first, last = m.Need("from"), m.Need("to")
	} else if !m.Has("number") {
		m.Need("number")
	}
	m.Done("a table")
	known := languages(t.Game)
	switch {
	case known == nil && t.Game != "":
		game.Errorf(codeEvent, "there is no game %q", source.Clip(t.Game)).Hint = "kitpress list names them"
	case known != nil && t.Lang != "" && !slices.Contains(known, t.Lang):
		lang.Errorf(codeEvent, "%s has no texts in %q", t.Game, source.Clip(t.Lang)).Hint = source.DidYouMean(t.Lang, known)
	}
	if !first.Exists() || !last.Exists() {
		return
	}
	from, to := first.Int(1, maxTables), last.Int(1, maxTables)
	if to < from {
		last.Errorf(codeEvent, "from %d to %d are no tables", from, to)
	}
	for n := from; n <= to; n++ {
		if slices.ContainsFunc(e.Tables, func(o Table) bool { return o.Number == n }) {
			first.Errorf(codeEvent, "there are two tables %d", n).Hint = "each table has a number of its own"
			return
		}
		t.Number = n
		e.Tables = append(e.Tables, t)
	}
}

// readSponsor reads who pays: a line, or a line and a logo, and returns it as it is in
// a language, and in all if there is a line for each.
func readSponsor(m *source.Map, lang string) (s Sponsor, by map[string]Sponsor) {
	v := m.Get("sponsor")
	if !v.IsMap() {
		return Sponsor{Line: short(v), pos: v.Pos()}, nil
	}
	of := v.Map()
	line, logo := of.Get("line"), of.Get("logo")
	s = Sponsor{Logo: logo.TextOrEmpty(), pos: v.Pos(), logoAt: logo.Pos()}
	of.Done("a sponsor")
	if line.IsMap() {
		lines := line.Map()
		by = map[string]Sponsor{}
		for _, l := range i18n.Languages() {
			if one := lines.Get(l); one.Exists() {
				by[l] = Sponsor{Line: short(one), Logo: s.Logo, pos: one.Pos(), logoAt: s.logoAt}
			}
		}
		lines.Done("a line in several languages")
		if _, ok := by[lang]; !ok && lang != "" {
			line.Errorf(codeEvent, "there is no line in %q", source.Clip(lang)).Hint = "write one for the language of the event, and for those of its tables"
		}
		return by[lang], by
	}
	if line.Exists() {
		s.Line, s.pos = short(line), line.Pos()
	}
	if s == (Sponsor{pos: s.pos, logoAt: s.logoAt}) {
		v.Errorf(codeEvent, "a sponsor has a line, a logo or both").Hint = "sponsor: {line: With thanks to the town library, logo: library.svg}"
	}
	return s, nil
}

// SponsorIn returns who pays for an event as papers and pages in a language say it;
// where there is no line in that, in the language of the event.
func (e *Event) SponsorIn(lang string) Sponsor {
	if s, ok := e.sponsors[lang]; ok {
		return s
	}
	return e.Sponsor
}

// Lines returns the line of the sponsor by language, where there are several.
func (e *Event) Lines() map[string]string {
	lines := map[string]string{}
	for lang, s := range e.sponsors {
		lines[lang] = s.Line
	}
	return lines
}

// SponsorOf returns who pays for a table: its own sponsor, or that of the event.
func (e *Event) SponsorOf(t Table) Sponsor {
	if t.Sponsor.Line == "" && t.Sponsor.Logo == "" {
		return e.SponsorIn(t.Lang)
	}
	return t.Sponsor
}

// Open reads the logo of a sponsor from the folder of the event file; nil for
// nobody.
func (e *Event) Open(s Sponsor, dir fs.FS) (*compose.Sponsor, source.Problems) {
	if s.Line == "" && s.Logo == "" {
		return nil, nil
	}
	out := &compose.Sponsor{Line: s.Line, Pos: s.pos}
	if s.Logo == "" {
		return out, nil
	}
	var ps source.Problems
	about, err := fs.Stat(dir, s.Logo)
	var data []byte
	if err == nil && about.Size() > layout.MaxPicture {
		err = fmt.Errorf("it has %d MiB, at most %d are read", about.Size()>>20, layout.MaxPicture>>20)
	} else if err == nil {
		data, err = fs.ReadFile(dir, s.Logo)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid):
		ps.Errorf(s.logoAt, codeEvent, "there is no logo %q", source.Clip(s.Logo)).Hint = "put the file beside the event file, or into a folder there"
	case err != nil:
		ps.Errorf(s.logoAt, codeEvent, "the logo cannot be read: %v", err)
	default:
		out.Logo, ps = compose.ReadLogo(s.Logo, data)
	}
	return out, excerpts(s.logoAt.File, e.lines, ps)
}

// short returns a text that has room on a card.
func short(v source.Value) string {
	s := v.TextOrEmpty()
	if n := len([]rune(s)); n > maxText {
		v.Errorf(codeEvent, "%d characters, at most %d have room", n, maxText)
	}
	return s
}

// A Group is the tables that play one game in one language and have one sponsor.
type Group struct {
	Folder     string // of their kits
	Game, Lang string
	Sponsor    Sponsor
	Tables     []Table
}

// Groups returns the tables by game, language and sponsor, in the order of the
// file. The folder of those with a sponsor of their own ends with the number of
// their first table.
func (e *Event) Groups() []Group {
	var list []Group
	for _, t := range e.Tables {
		g := Group{Folder: t.Game + "_" + t.Lang, Game: t.Game, Lang: t.Lang, Sponsor: e.SponsorOf(t)}
		i := slices.IndexFunc(list, func(o Group) bool {
			return o.Game == g.Game && o.Lang == g.Lang && o.Sponsor.Line == g.Sponsor.Line && o.Sponsor.Logo == g.Sponsor.Logo
		})
		if i < 0 {
			if g.Sponsor != e.SponsorIn(t.Lang) {
				g.Folder += "_" + t.Label()
			}
			i, list = len(list), append(list, g)
		}
		list[i].Tables = append(list[i].Tables, t)
	}
	return list
}

// TeamsAt returns the teams at a table in the first round, counted from 0: they
// spread over the tables in the order of the file.
func (e *Event) TeamsAt(table int) []string {
	n := len(e.Teams)
	return e.Teams[table*n/len(e.Tables) : (table+1)*n/len(e.Tables)]
}

// Label returns what is printed on everything that belongs to a table.
func (t Table) Label() string { return strconv.Itoa(t.Number) }

// PINs returns the PIN for players and that for referees of a table.
func (e *Event) PINs(t Table) (players, referees string) {
	return e.pin(t, eventPlayers), e.pin(t, eventHelpers)
}

func (e *Event) pin(t Table, who string) string {
	h := hmac.New(sha256.New, []byte(e.secret))
	fmt.Fprintf(h, "%s of table %d", who, t.Number)
	return fmt.Sprintf("%08d", binary.BigEndian.Uint64(h.Sum(nil))%pinDigits)
}
