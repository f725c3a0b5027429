package placement

import (
	"fmt"
	"strings"
	"testing"

	"kitpress/quiz/referee"
)

// A scene is a state somebody could have come to.
type scene struct {
	name string
	set  func(*state) // beside: all is ready for phase 3 of night
	do   []string     // commands; "RULE: command" is refused
	want func(state) string
}

// at puts an attacker somewhere.
func at(s *state, seat referee.Seat, n int, site string, level int) {
	s.Seats[seat].Attackers[n-1] = attacker{Site: site, Level: level}
}

// rich gives night so many tokens of each colour, from the dish.
func rich(s *state, n int) {
	for _, id := range s.table.sites {
		s.give("night", id, n)
	}
}

func points(s *state, seat referee.Seat, n int) { s.score(seat, n) }

func events(s *state, seat referee.Seat, n int) {
	p := s.Seats[seat]
	p.Events.N = n
	s.Seats[seat] = p
}

// is says what differs.
func is(pairs ...any) string {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i] != pairs[i+1] {
			return fmt.Sprintf("value %d is %v, want %v", i/2+1, pairs[i], pairs[i+1])
		}
	}
	return ""
}

func (sc scene) run(t *testing.T) {
	m, no := referee.New(Rules(), referee.Setup{Game: game(t), Seats: []referee.Seat{"night", "orchid", "copper"}})
	if no != nil {
		t.Fatal(no)
	}
	s := m.State().(state).clone()
	s.Phase = phaseAct
	rich(&s, 4)
	if sc.set != nil {
		sc.set(&s)
	}
	for _, line := range sc.do {
		rule, command, refused := strings.Cut(line, ": ")
		if !refused {
			command = line
		}
		c, no := m.Parse(command)
		if no != nil {
			t.Fatalf("%s: %v", line, no)
		}
		list, no := rules{}.Decide(s, c)
		switch {
		case refused && (no == nil || no.Rule != rule):
			t.Fatalf("%s: %+v", line, no)
		case !refused && no != nil:
			t.Fatalf("%s: %+v", line, no)
		case !refused:
			for _, e := range list {
				rules{}.Apply(&s, e)
			}
		}
	}
	if sc.want != nil {
		if bad := sc.want(s); bad != "" {
			t.Error(bad)
		}
	}
}

func runAll(t *testing.T, scenes []scene) {
	for _, sc := range scenes {
		t.Run(sc.name, sc.run)
	}
}

// Every attack card that does more than score: CAP 4.4.
func TestAttackCards(t *testing.T) {
	night := func(s state) player { return s.Seats["night"] }
	runAll(t, []scene{
		{"port scan", nil, []string{"night attack port-scan by 1 site HOS with HOS HOS"}, func(s state) string {
			return is(night(s).Points, 1, night(s).Attackers[0].Level, 1, night(s).Attackers[0].Acted, true)
		}},
		{"port scan stays", nil, []string{"night attack port-scan by 1 site HOS with HOS HOS rise no"}, func(s state) string {
			return is(night(s).Attackers[0].Level, 0)
		}},
		{"access control", func(s *state) { s.place("HOS", "access-control") }, []string{
			"R21: night attack port-scan by 1 site HOS with HOS HOS rise yes", "R21: night move 1 site HOS with HOS HOS",
			"night attack port-scan by 1 site HOS with HOS HOS",
		}, func(s state) string { return is(night(s).Attackers[0].Level, 0, night(s).Points, 1) }},
		{"emotet", nil, []string{
			"R16: night attack emotet by 1 site HOS with HOS COM roll COM", "R16: night attack emotet by 1 site HOS with HOS COM colour COM",
			"night attack emotet by 1 site HOS with HOS COM colour ECS roll ECS",
		}, func(s state) string { return is(s.Sites["ECS"].Tokens, 14, night(s).Tokens["ECS"], 5) }},
		{"emotet fails", nil, []string{"night attack emotet by 1 site HOS with HOS COM colour ECS roll COM"}, func(s state) string {
			return is(s.Sites["ECS"].Tokens, 15, s.Sites["COM"].Tokens, 15)
		}},
		{"usb", func(s *state) { at(s, "night", 1, "FAC", 1); s.place("FAC", "waf") }, []string{
			"R16: night attack usb-drop by 1 with FAC FAC FAC extra FAC ECS", "R16: night attack usb-drop by 2 site FAC with FAC FAC FAC extra HOS ECS",
			"R29: night attack usb-drop by 1 with FAC FAC extra HOS ECS", "night attack usb-drop by 1 with FAC FAC FAC extra HOS ECS",
		}, func(s state) string { return is(night(s).Points, 3) }},
		{"password list", func(s *state) { at(s, "night", 1, "FAC", 1) }, []string{
			"R16: night attack password-list by 1 with FAC FAC FAC", "night attack password-list by 1 with FAC FAC FAC roll FAC",
		}, func(s state) string { return is(night(s).Points, 2, night(s).Attackers[0].Level, 2) }},
		{"replay", func(s *state) { at(s, "night", 1, "FAC", 2) }, []string{
			"R16: night attack replay-attack by 1 with FAC FAC FAC roll COM rise yes", "night attack replay-attack by 1 with FAC FAC FAC roll FAC",
		}, func(s state) string { return is(night(s).Points, 2, night(s).Attackers[0].Level, 3) }},
		{"cryptomining", func(s *state) { at(s, "night", 1, "FAC", 1) }, []string{"night attack cryptomining by 1 with FAC FAC HOS roll FAC"}, func(s state) string {
			return is(night(s).Points, 1, len(s.Laid), 1, len(s.Discards[deckAttacks]), 0)
		}},
		{"formjacking", func(s *state) { at(s, "night", 1, "FAC", 2) }, []string{
			"night attack form-jacking by 1 with FAC FAC FAC HOS roll COM", "night end", "orchid pick HOS HOS", "orchid end", "copper pick HOS HOS", "copper end",
			"R18: night exchange", "R18: night roll HOS HOS six COM", "R18: night use 2 roll FAC", "night use 1 roll FAC", "R18: night use 1 roll FAC",
			"R30: night pick HOS HOS", "night reveal v01", "night pick HOS HOS", "night move 1 with FAC FAC HOS HOS",
		}, func(s state) string {
			return is(night(s).Points, 3, len(s.Laid), 0, night(s).Attackers[0].Level, 3)
		}},
		{"man in the middle", func(s *state) { at(s, "night", 1, "FAC", 2) }, []string{
			"R16: night attack man-in-the-middle by 1 instead sql-injection", "R16: night attack man-in-the-middle by 1 instead arp-spoofing with FAC",
			"night attack man-in-the-middle by 1 instead arp-spoofing",
		}, func(s state) string {
			return is(night(s).Points, 3, night(s).Attacks.N, 1, len(s.Discards[deckAttacks]), 2, night(s).Tokens["FAC"], 4)
		}},
		{"backdoor", func(s *state) { at(s, "night", 1, "FAC", 2) }, []string{
			"night attack backdoor by 1 with FAC HOS HOS", "night end", "orchid pick HOS HOS", "orchid end", "copper pick HOS HOS", "copper end",
			"R16: night return 2", "night return 1", "R7: night exchange", "night reveal v01", "night pick COM COM",
		}, func(s state) string {
			return is(night(s).Points, 1, night(s).Attackers[0].Level, 2, s.Sites["FAC"].Tokens, 15)
		}},
		{"conti", func(s *state) { at(s, "night", 1, "COM", 3); s.place("COM", "waf"); s.place("COM", "two-step") }, []string{
			"R16: night attack conti by 1 with COM COM HOS HOS destroy patching", "night attack conti by 1 with COM COM HOS HOS destroy waf",
		}, func(s state) string {
			return is(night(s).Points, 4, strings.Join(s.Sites["COM"].Cards, " "), "two-step")
		}},
		{"fake site", func(s *state) { at(s, "night", 1, "ECS", 3); s.give("orchid", "ECS", 3) }, []string{
			"night attack fake-site by 1 with ECS ECS HOS HOS",
		}, func(s state) string { return is(night(s).Points, 5) }},
		{"snake", func(s *state) { at(s, "night", 1, "FAC", 3); at(s, "orchid", 2, "FAC", 1); s.place("FAC", "waf") }, []string{
			"night attack snake by 1 with FAC FAC HOS HOS HOS",
		}, func(s state) string {
			return is(night(s).Points, 6, night(s).Attackers[0].Level, 0, s.Seats["orchid"].Attackers[1].Arrested, true, s.Sites["FAC"].Tokens, 10, len(s.Sites["FAC"].Cards), 0)
		}},
		{"phobos together", func(s *state) { at(s, "night", 1, "HOS", 3); at(s, "night", 2, "HOS", 3) }, []string{
			"night attack phobos by 1 2 with HOS HOS HOS COM",
		}, func(s state) string { return is(night(s).Points, 12) }},
		{"phobos elsewhere", func(s *state) { at(s, "night", 1, "COM", 3) }, []string{"R16: night attack phobos by 1 with COM COM COM HOS"}, nil},
		{"alliance, T8", func(s *state) {
			at(s, "night", 1, "HOS", 3)
			at(s, "orchid", 2, "HOS", 3)
			s.give("night", "HOS", -2)
			s.give("orchid", "HOS", 1)
		}, []string{"night attack phobos by 1 with HOS HOS COM ally orchid ally-by 2 ally-with HOS"}, func(s state) string {
			return is(night(s).Points, 6, s.Seats["orchid"].Points, 6, s.Seats["orchid"].Attackers[1].Held, true)
		}},
		{"both reach the goal", func(s *state) {
			at(s, "night", 1, "HOS", 3)
			at(s, "orchid", 2, "HOS", 3)
			s.give("night", "HOS", -2)
			s.give("orchid", "HOS", 1)
			points(s, "night", 10)
			points(s, "orchid", 10)
		}, []string{"night attack phobos by 1 with HOS HOS COM ally orchid ally-by 2 ally-with HOS"}, func(s state) string {
			return is(s.Winner, referee.Seat("night"))
		}},
		{"the higher total wins", func(s *state) {
			at(s, "night", 1, "HOS", 3)
			at(s, "orchid", 2, "HOS", 3)
			s.give("night", "HOS", -2)
			s.give("orchid", "HOS", 1)
			points(s, "night", 10)
			points(s, "orchid", 11)
		}, []string{"night attack phobos by 1 with HOS HOS COM ally orchid ally-by 2 ally-with HOS"}, func(s state) string {
			return is(s.Winner, referee.Seat("orchid"))
		}},
		{"a win", func(s *state) { points(s, "night", 14) }, []string{"night attack brute-force by 1 site FAC with HOS HOS COM", "R4: night end"}, func(s state) string {
			return is(s.Winner, referee.Seat("night"), s.Phase, phaseOver)
		}},
	})
}

// Costs: CAP-T11, T12, T13, A4.
func TestCosts(t *testing.T) {
	put := func(site string, level int, cards ...string) func(*state) {
		return func(s *state) {
			if level > 0 {
				at(s, "night", 1, site, level)
			}
			for _, c := range cards {
				s.place(site, c)
			}
		}
	}
	runAll(t, []scene{
		{"T11", put("ECS", 1, "waf", "log-monitoring"), []string{"R29: night attack sql-injection by 1 with ECS HOS HOS", "night attack sql-injection by 1 with ECS ECS ECS ECS HOS HOS"}, nil},
		{"T11 flaw", put("ECS", 1, "waf", "log-monitoring", "v09"), []string{"R29: night attack sql-injection by 1 with ECS ECS ECS ECS HOS HOS", "night attack sql-injection by 1 with ECS ECS ECS ECS HOS"}, nil},
		{"T12", put("ECS", 2, "v09", "v10"), []string{"R28: night attack emotet by 1 colour HOS roll COM", "night attack emotet by 1 colour HOS roll COM with HOS"}, nil},
		{"T13", put("HOS", 0, "edr", "two-step"), []string{"R29: night move 1 site HOS with HOS HOS", "R29: night attack sql-injection by 2 site HOS with HOS COM COM", "night move 1 site HOS with HOS HOS COM COM ECS", "night attack sql-injection by 2 site HOS with HOS ECS COM FAC"}, nil},
		{"A4 patching last", put("HOS", 1, "waf", "v17", "patching"), []string{"R29: night attack sql-injection by 1 with HOS COM COM", "night attack sql-injection by 1 with HOS HOS COM COM"}, nil},
		{"A4 flaw last", put("HOS", 1, "waf", "patching", "v17"), []string{"night attack sql-injection by 1 with HOS COM COM"}, nil},
		{"one token of either kind", put("ECS", 2, "v09", "v10"), []string{"night attack emotet by 1 colour HOS roll COM with ECS"}, nil},
		{"nothing to save", put("ECS", 2, "v10"), []string{"night attack brute-force by 1 with HOS COM FAC"}, nil},
		{"patched", put("HOS", 1, "v01", "patching"), []string{"R16: night attack sql-injection by 1 with HOS COM"}, nil},
	})
}

// Every event card: CAP 4.7, T14.
func TestEventCards(t *testing.T) {
	night := func(s state) player { return s.Seats["night"] }
	held := func(more func(*state)) func(*state) {
		return func(s *state) {
			events(s, "night", 2)
			if more != nil {
				more(s)
			}
		}
	}
	runAll(t, []scene{
		{"none held", nil, []string{"R24: night play ransom-1"}, nil},
		{"cut-off", held(nil), []string{"R24: night play information-cut-off", "night play information-cut-off site HOS"}, func(s state) string { return is(night(s).Tokens["HOS"], 0, s.Dish["HOS"], 21) }},
		{"intrusion", held(nil), []string{"R24: night play physical-intrusion by 1", "night play physical-intrusion by 1 site COM", "R26: night play physical-intrusion by 1"}, func(s state) string {
			return is(night(s).Attackers[0].Level, 1, night(s).Attackers[0].Acted, true)
		}},
		{"dark web 1", held(nil), []string{"R24: night play dark-web-1 by 1 rolls HOS", "night play dark-web-1 by 1 rolls HOS HOS COM ECS"}, func(s state) string { return is(night(s).Tokens["HOS"], 6) }},
		{"dark web 2", held(func(s *state) { s.give("orchid", "FAC", 17) }), []string{"R24: night play dark-web-2 by 1 take HOS", "R36: night play dark-web-2 by 1 take FAC HOS HOS", "night play dark-web-2 by 1 take HOS HOS COM"}, func(s state) string { return is(night(s).Tokens["HOS"], 6) }},
		{"mix-up", held(func(s *state) { s.give("orchid", "HOS", 2) }), []string{"R24: night play mix-up whom orchid give COM", "night play mix-up whom orchid give COM COM get HOS HOS"}, func(s state) string { return is(night(s).Tokens["HOS"], 6, s.Seats["orchid"].Tokens["COM"], 2) }},
		{"ransom", held(nil), []string{"night play ransom-2", "R24: night play ransom-2", "night play ransom-1"}, func(s state) string { return is(night(s).Points, 3, night(s).Events.N, 0) }},
		{"zero-day", held(func(s *state) { s.place("HOS", "v01") }), []string{"R34: night play zero-day flaw v01", "night play zero-day flaw v02", "night end"}, func(s state) string { return is(strings.Join(s.Sites["HOS"].Cards, " "), "v01", s.pile(deckFlaws), 18) }},
		{"claim", held(nil), []string{
			"night play claim site HOS", "R35: night trade orchid give HOS", "night end", "R35: orchid pick HOS HOS", "orchid roll HOS COM six HOS", "orchid end",
			"copper pick COM COM", "copper end", "night reveal v01", "night pick HOS HOS",
		}, func(s state) string {
			return is(s.Seats["orchid"].Tokens["HOS"], 0, s.Seats["orchid"].Tokens["COM"], 1, night(s).Tokens["HOS"], 6)
		}},
		{"weapon", held(nil), []string{"R24: night play weapon-making attack phobos", "night play weapon-making attack phobos discard emotet"}, func(s state) string {
			return is(strings.Join(night(s).Attacks.Known, " "), "phobos", night(s).Attacks.N, 3)
		}},
		{"weapon sold face down", held(nil), []string{"night play weapon-making attack phobos discard emotet", "night trade orchid give-attacks 1"}, func(s state) string {
			return is(len(night(s).Attacks.Known), 0, night(s).Attacks.N, 2, s.Seats["orchid"].Attacks.N, 4)
		}},
		{"flow: back before the tokens", func(s *state) {
			s.table.flow = true
			s.Phase, s.Collected = phasePrepare, false
			s.Seats["night"] = func(p player) player { p.Started = true; return p }(s.Seats["night"])
			s.Seats["night"].Attackers[0].Back = &back{"FAC", 2, true}
		}, []string{"R7: night return 1", "night exchange", "night return 1", "night collect", "R7: night exchange"}, func(s state) string {
			return is(night(s).Tokens["FAC"], 5, night(s).Attackers[0].Level, 2)
		}},
		{"weapon gone", held(func(s *state) { s.Discards[deckAttacks] = []string{"phobos", "phobos"} }), []string{"R34: night play weapon-making attack phobos discard emotet"}, nil},
		{"broker", held(func(s *state) { at(s, "night", 3, "HOS", 1) }), []string{"R26: night play access-broker by 1 2 1 site HOS", "R24: night play access-broker by 3 site HOS", "night play access-broker by 1 2 site COM FAC"}, func(s state) string {
			return is(night(s).Attackers[0].Site, "COM", night(s).Attackers[1].Site, "FAC", night(s).Attackers[1].Acted, true)
		}},
		{"bribery", held(func(s *state) { points(s, "orchid", 5); at(s, "orchid", 1, "COM", 2) }), []string{"R10: night retreat 4", "night play bribery whom orchid by 1", "night retreat 4"}, func(s state) string {
			return is(night(s).Points, 1, s.Seats["orchid"].Attackers[0].Level, 0, s.Seats["orchid"].Points, 5)
		}},
		{"bribery: one that lies does nothing", held(func(s *state) {
			points(s, "orchid", 5)
			s.setAttacker(pawn{"orchid", 1}, attacker{Site: "COM", Level: 2, Acted: true})
		}), []string{"night play bribery whom orchid by 1", "R15: night retreat 4", "R14: night move 4 with COM COM HOS HOS"}, nil},
		{"bribery: lies until its owner's turn", held(func(s *state) { points(s, "orchid", 5); at(s, "orchid", 1, "COM", 1) }), []string{
			"night play bribery whom orchid by 1", "night attack arp-spoofing by 4 with COM HOS HOS", "R14: night move 4 with COM COM HOS", "night end", "orchid pick HOS HOS", "R15: orchid retreat 1",
		}, func(s state) string {
			return is(night(s).Points, 2, s.Seats["orchid"].Attackers[0].Acted, true, len(s.Bribed), 0)
		}},
		{"bribery: an arrest is the owner's", held(func(s *state) {
			points(s, "orchid", 5)
			at(s, "orchid", 1, "COM", 1)
			s.Sites["COM"] = site{Tokens: 1}
			s.Dish["COM"] += 14
		}), []string{"night play bribery whom orchid by 1", "night attack emotet by 4 with COM HOS colour COM roll COM"}, func(s state) string {
			return is(s.Seats["orchid"].Attackers[0].Arrested, true, len(night(s).Attackers), 3, s.Sites["COM"].Tokens, 10)
		}},
		{"bribery: an every-turn card works for who played it", held(func(s *state) {
			points(s, "orchid", 5)
			at(s, "orchid", 1, "COM", 1)
			s.Round = 2
		}), []string{
			"night play bribery whom orchid by 1", "night attack cryptomining by 4 with COM COM HOS roll COM", "night end",
			"orchid pick HOS HOS", "orchid end", "copper pick HOS HOS", "copper end", "R18: night collect", "night use 1 whom orchid roll COM",
		}, func(s state) string {
			return is(night(s).Points, 2, s.Seats["orchid"].Points, 5, s.Laid[0].Card, "cryptomining")
		}},
		{"no bribery", held(func(s *state) { points(s, "orchid", 4) }), []string{"R24: night play bribery whom orchid by 1"}, nil},
		{"T14", func(s *state) {
			points(s, "orchid", 12)
			points(s, "copper", 9)
			at(s, "orchid", 1, "HOS", 1)
			at(s, "orchid", 2, "COM", 3)
			at(s, "copper", 1, "COM", 3)
		}, []string{"R25: night play access-law", "night buy with HOS COM ECS event access-law"}, func(s state) string {
			return is(s.Seats["orchid"].Attackers[1].Arrested, true, s.Seats["orchid"].Attackers[0].Arrested, false, s.Seats["copper"].Attackers[0].Arrested, false, night(s).Events.N, 0)
		}},
		{"the owner chooses", func(s *state) {
			points(s, "orchid", 12)
			at(s, "orchid", 1, "HOS", 2)
			at(s, "orchid", 2, "COM", 2)
		}, []string{"night buy with HOS COM ECS event access-law", "R25: night end", "R25: copper surrender 1", "R25: orchid surrender 3", "orchid surrender 2"}, func(s state) string {
			return is(s.Seats["orchid"].Attackers[1].Arrested, true, len(s.Law), 0)
		}},
	})
}

// Sites: CAP-T9, T10, R5, R18 to R22.
func TestSites(t *testing.T) {
	tokens := func(s *state, site string, n int) {
		p := s.Sites[site]
		s.Dish[site] += p.Tokens - n
		p.Tokens = n
		s.Sites[site] = p
	}
	runAll(t, []scene{
		{"T9", func(s *state) {
			tokens(s, "HOS", 6)
			at(s, "orchid", 1, "HOS", 1)
			at(s, "night", 1, "HOS", 1)
		}, []string{
			"night attack emotet by 2 site COM with COM FAC colour HOS roll HOS", "R19: night end", "table secure waf",
			"R20: table secure waf", "night move 3 site HOS with HOS HOS HOS", "table secure two-step", "night retreat 1", "R20: table secure waf",
		}, func(s state) string { return is(s.Sites["HOS"].Tokens, 5, len(s.Sites["HOS"].Cards), 2) }},
		{"T9 after the reset", func(s *state) {
			tokens(s, "HOS", 1)
			s.place("HOS", "waf")
			p := s.Sites["HOS"]
			p.Alarm, p.Crowd = true, true
			s.Sites["HOS"] = p
			at(s, "orchid", 1, "HOS", 1)
			at(s, "orchid", 2, "HOS", 1)
			s.give("orchid", "HOS", 4)
		}, []string{
			"night attack emotet by 2 site COM with COM FAC colour HOS roll HOS", "R20: table secure waf",
			"night move 1 site HOS with HOS HOS", "night move 3 site HOS with HOS HOS", "R20: table secure waf", "night end",
			"orchid pick ECS ECS", "orchid move 3 site HOS with HOS HOS", "R19: orchid end", "table secure waf",
		}, func(s state) string {
			return is(s.Sites["HOS"].Tokens, 10, s.Seats["orchid"].Attackers[0].Arrested, true, len(s.Sites["HOS"].Cards), 1, s.Sites["HOS"].Alarm, false)
		}},
		{"T10", func(s *state) {
			tokens(s, "HOS", 1)
			at(s, "orchid", 1, "HOS", 1)
			at(s, "copper", 1, "HOS", 1)
			s.Seats["orchid"] = func(p player) player { p.Started = true; return p }(s.Seats["orchid"])
		}, []string{"night end"}, func(s state) string {
			return is(s.Seats["orchid"].Attackers[0].Arrested, true, s.Seats["copper"].Attackers[0].Arrested, true, s.Sites["HOS"].Tokens, 10, s.Seats["orchid"].Tokens["HOS"], 1)
		}},
		{"arrested", func(s *state) { s.Seats["night"].Attackers[0] = attacker{Arrested: true} }, []string{"R6: night move 1 site HOS with HOS HOS"}, nil},
		{"out", func(s *state) {
			s.Seats["orchid"].Attackers[0].Arrested, s.Seats["orchid"].Attackers[1].Arrested = true, true
			at(s, "orchid", 3, "FAC", 1)
			at(s, "night", 1, "FAC", 3)
		}, []string{"night attack snake by 1 with FAC HOS HOS HOS", "R5: night trade orchid give HOS", "night end", "R5: orchid pick HOS HOS"}, func(s state) string {
			return is(s.Turn, referee.Seat("copper"), s.Unseen[deckAttacks], 3)
		}},
		{"the last one wins", func(s *state) {
			for _, seat := range []referee.Seat{"orchid", "copper"} {
				for n := 1; n <= 3; n++ {
					at(s, seat, n, "FAC", 1)
				}
			}
			at(s, "night", 1, "FAC", 3)
			s.Sites["FAC"] = site{Tokens: 15, Crowd: true}
		}, []string{"night attack snake by 1 with FAC HOS HOS HOS", "R5: night end"}, func(s state) string { return is(s.Winner, referee.Seat("night")) }},
	})
}

// What is agreed on beats the params of the catalog.
func TestOptions(t *testing.T) {
	setup := referee.Setup{Game: game(t), Seats: []referee.Seat{"night", "orchid", "copper"}}
	if n := newTable(setup); n.snake != 2 || n.flow || !n.special {
		t.Errorf("%+v", n)
	}
	setup.Options = map[string]string{"snakeRetreatScores": "no", "prepOrder": "flow", "special": "off"}
	if n := newTable(setup); n.snake != 0 || !n.flow || n.special {
		t.Errorf("%+v", n)
	}
}
