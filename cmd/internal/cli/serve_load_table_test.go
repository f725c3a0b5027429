package cli

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"kitpress/catalog"
	"kitpress/catalog/load"
	"kitpress/quiz/referee"
	"kitpress/quiz/rules"
	"kitpress/quiz/simulate"
)

// tables begins tables, lets devices in at each, and lets them play when they are
// told to start.
func (l *loadTest) tables(ctx context.Context, wg *sync.WaitGroup, count, each int, start <-chan struct{}) {
	setups := make([]referee.Setup, count)
	made := make([]string, count)
	pins := map[string][2]string{}
	var desks []*loadPhone
	for _, s := range l.servers {
		desk := l.phone(0)
		desk.pass = "desk=" + s.key
		desks = append(desks, desk)
	}
	for n := range count {
		game := rules.Games()[n%len(rules.Games())]
		g, problems := load.Game(catalog.Embedded(), game)
		if err := problems.Err(); err != nil {
			l.t.Fatal(err)
		}
		setups[n] = referee.Setup{Game: g, Seats: []referee.Seat{"red", "blue", "green", "grey"}[:max(2, g.Players.Min)]}
		edition := ""
		if len(g.Editions) > 0 {
			setups[n].Edition, edition = &g.Editions[0], g.Editions[0].ID
		}
		create, _ := json.Marshal(map[string]any{"game": game, "edition": edition, "seats": setups[n].Seats})
		s := l.servers[n%len(l.servers)]
		var begun struct{ Table string }
		if code, err := desks[n%len(desks)].send(ctx, "POST", s.deskURL+"/desk/create", string(create), &begun); code != 200 {
			l.t.Fatal(code, err)
		}
		made[n] = begun.Table
	}
	var state struct {
		Tables []struct{ ID, PIN, RefereePIN string }
	}
	for began := time.Now(); len(state.Tables) < count; time.Sleep(10 * time.Millisecond) { // the first program hears of the tables of others
		if code, err := desks[0].send(ctx, "GET", l.servers[0].deskURL+"/desk/state", "", &state); code != 200 || time.Since(began) > 10*time.Second {
			l.t.Fatal(code, err, len(state.Tables))
		}
	}
	for _, t := range state.Tables {
		pins[t.ID] = [2]string{t.PIN, t.RefereePIN}
	}
	var joining sync.WaitGroup
	for part := range 8 {
		joining.Go(func() {
			for n := part; n < count; n += 8 {
				l.table(ctx, wg, n, each, setups[n], pins[made[n]], start)
			}
		})
	}
	joining.Wait()
}

// table lets devices in: a referee who enters everything, two seats and screens,
// who hear of it and look at it.
func (l *loadTest) table(ctx context.Context, wg *sync.WaitGroup, n, each int, setup referee.Setup, pins [2]string, start <-chan struct{}) {
	entered := &sync.Map{} // when each record was sent, by its number
	for i := range each {
		body := fmt.Sprintf(`{"pin":%q,"role":"screen"}`, pins[0])
		switch i {
		case 0:
			body = fmt.Sprintf(`{"pin":%q,"role":"referee"}`, pins[1])
		case 1, 2:
			body = fmt.Sprintf(`{"pin":%q,"role":"seat","seat":%q}`, pins[0], setup.Seats[i-1])
		}
		p := l.phone(n*each + i)
		var joined struct{ Table string }
		if code, err := p.send(ctx, "POST", p.server()+"/t/join", body, &joined); code != 200 {
			l.fault("device %d of table %d: %d %v", i, n, code, err)
			return
		}
		p.table = joined.Table
		changed := make(chan int, 1)
		wg.Go(func() { p.listen(ctx, changed) })
		wg.Go(func() { p.look(ctx, changed, entered) })
		if i == 0 {
			wg.Go(func() {
				<-start
				p.play(ctx, setup, uint64(n), entered)
			})
		}
	}
}

// server returns the address of the next server: whoever spreads requests knows
// nothing of tables.
func (p *loadPhone) server() string {
	p.at++
	return p.load.servers[p.at%len(p.load.servers)].phones
}

// listen hears events: each number once and in order.
func (p *loadPhone) listen(ctx context.Context, changed chan<- int) {
	last := -1
	defer close(changed)
	for ctx.Err() == nil {
		r, err := http.NewRequestWithContext(ctx, "GET", p.server()+"/t/"+p.table+"/events", nil)
		if err != nil {
			p.load.fault("%v", err)
			return
		}
		r.Header.Set("Cookie", p.pass)
		answer, err := p.client.Do(r)
		if p.load.rough && (err != nil || answer.StatusCode != 200) {
			if err == nil {
				answer.Body.Close()
				if answer.StatusCode != 503 {
					p.load.fault("events: %d", answer.StatusCode)
				}
			}
			time.Sleep(100 * time.Millisecond)
			continue
		}
		if err != nil {
			if ctx.Err() == nil {
				p.load.fault("events: %v", err)
			}
			return
		}
		kind, first := "", true
		scan := bufio.NewScanner(answer.Body)
		for scan.Scan() {
			name, value, _ := strings.Cut(scan.Text(), ": ")
			if name == "event" {
				kind = value
			}
			var seq int
			if n, _ := fmt.Sscanf(value, `{"seq":%d}`, &seq); name != "data" || n != 1 {
				continue
			}
			p.load.events.Add(1)
			if kind == "table" && !first && seq != last+1 || seq < last {
				if !first || !p.load.rough { // without its database a program may know less at first
					p.load.fault("event %d follows %d", seq, last)
				}
			}
			last, first = seq, false
			select {
			case changed <- seq:
			default: // it is looked at soon anyway
			}
		}
		answer.Body.Close()
		if ctx.Err() == nil && !p.load.rough {
			p.load.fault("the events of a phone ended: %v", scan.Err())
			return
		}
	}
}

// look asks for the state after an event, as a page does.
func (p *loadPhone) look(ctx context.Context, changed <-chan int, entered *sync.Map) {
	have := -1
	for seq := range changed {
		if seq <= have {
			continue
		}
		code, head, n, err := p.begins(ctx, "GET", p.server()+"/t/"+p.table+"/state?lang=de", "")
		for p.load.rough && ctx.Err() == nil && (err != nil || code == 503) {
			time.Sleep(50 * time.Millisecond)
			code, head, n, err = p.begins(ctx, "GET", p.server()+"/t/"+p.table+"/state?lang=de", "")
		}
		numbers := seqs.FindAllStringSubmatch(head, 1)
		if err != nil || code != 200 || len(numbers) != 1 {
			if ctx.Err() == nil {
				p.load.fault("a state: %d %v %q", code, err, head)
			}
			return
		}
		now, _ := strconv.Atoi(numbers[0][1])
		if now < have && p.load.rough { // the database is away, and this program knows no more
			continue
		}
		if now < seq && !p.load.rough || now < have {
			p.load.fault("the state is at %d after event %d and state %d", now, seq, have)
		}
		if at, ok := entered.Load(now); ok && now > have {
			p.load.mu.Lock()
			p.load.seen = append(p.load.seen, time.Since(at.(time.Time)))
			p.load.mu.Unlock()
		}
		have = now
		p.load.states.Add(1)
		p.load.bytes.Add(n)
	}
}

// seqs finds the numbers of records in JSON.
var seqs = regexp.MustCompile(`"seq":([0-9]+)`)

// begins sends a request and returns how the answer begins, unpacked, and how
// many bytes it had, packed. Reading all of it would be work for 200 phones,
// and there is only one computer.
func (p *loadPhone) begins(ctx context.Context, method, address, body string) (code int, head string, n int64, err error) {
	r, err := http.NewRequestWithContext(ctx, method, address, strings.NewReader(body))
	if err != nil {
		return 0, "", 0, err
	}
	r.Header.Set("Cookie", p.pass)
	r.Header.Set("Accept-Encoding", "gzip")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := p.client.Do(r)
	if err != nil {
		return 0, "", 0, err
	}
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	if err != nil || answer.Header.Get("Content-Encoding") != "gzip" {
		return answer.StatusCode, string(data), 0, err
	}
	unzip, ok := p.load.unzips.Get().(*gzip.Reader)
	if !ok {
		unzip = &gzip.Reader{}
	}
	defer p.load.unzips.Put(unzip)
	if err := unzip.Reset(bytes.NewReader(data)); err != nil {
		return 0, "", 0, err
	}
	start := make([]byte, 400)
	_, err = io.ReadFull(unzip, start)
	return answer.StatusCode, string(start), int64(len(data)), err
}

// play enters a game by chance, two entries a second; when it is over its last
// entry is taken back and made again.
func (p *loadPhone) play(ctx context.Context, setup referee.Setup, seed uint64, entered *sync.Map) {
	r, _ := rules.For(setup.Game.ID)
	game, _ := rules.Simulation(setup.Game.ID)
	m, no := referee.New(r, setup)
	if no != nil {
		p.load.fault("%+v", no)
		return
	}
	chance := simulate.NewRand(seed, 1)
	table := game.Deal(m, chance, &simulate.Notes{})
	time.Sleep(p.load.every * time.Duration(seed%64) / 64) // tables do not tap in step
	var last referee.Command
	undo, seq := false, 0
	tick := time.NewTicker(p.load.every)
	defer tick.Stop()
	for ; time.Now().Before(p.load.end); <-tick.C {
		path := "undo"
		if ways := table.Ways(); len(ways) > 0 && !undo {
			last = table.Chance(ways[chance.IntN(len(ways))])
			rec, _ := m.Decide(last)
			if err := m.Append(rec); err != nil || table.Follow(rec) != nil {
				p.load.fault("%+v: %v", last, err)
				return
			}
			path = "record"
		} else if undo {
			path = "record"
			undo = false
		} else {
			undo = true
		}
		if !p.enter(ctx, path, last, seq, entered) {
			return
		}
		seq++
	}
}

// enter makes an entry and waits for its acknowledgement.
func (p *loadPhone) enter(ctx context.Context, path string, c referee.Command, seq int, entered *sync.Map) bool {
	body := map[string]any{"op": fmt.Sprint("op", seq), "expect": seq}
	if path == "record" {
		body["verb"], body["seat"], body["args"] = c.Verb, c.Seat, c.Args
	}
	data, err := json.Marshal(body)
	if err != nil {
		p.load.fault("%v", err)
		return false
	}
	start := time.Now()
	entered.Store(seq+1, start)
	// The number of the record, then that of the state.
	code, head, _, err := p.begins(ctx, "POST", p.server()+"/t/"+p.table+"/"+path, string(data))
	again := false
	for p.load.rough && ctx.Err() == nil && (err != nil || code == 503) {
		again = true
		p.load.retries.Add(1)
		time.Sleep(100 * time.Millisecond)
		code, head, _, err = p.begins(ctx, "POST", p.server()+"/t/"+p.table+"/"+path, string(data))
	}
	if ctx.Err() != nil {
		return false
	}
	numbers, want := seqs.FindAllStringSubmatch(head, 2), strconv.Itoa(seq+1)
	if err != nil || code != 200 || len(numbers) != 2 || numbers[0][1] != want || numbers[1][1] != want || strings.Contains(head, "repeated") && !again {
		p.load.fault("entry %d of %s: %d %v %q", seq+1, p.table, code, err, head)
		return false
	}
	took := time.Since(start)
	p.load.acked.Add(1)
	p.load.mu.Lock()
	defer p.load.mu.Unlock()
	p.load.took = append(p.load.took, took)
	return true
}
