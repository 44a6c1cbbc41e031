package matches

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
)

// crash makes the process crash at this call in one case of 150. It returns whether the process has
// crashed; its calls then have no effect. Callers hold m.mu.
func (p *process) crash(at string) bool {
	if !p.crashed && p.chance(150) {
		p.tell("process %d crashes at %s", p.number, at)
		p.die()
	}
	return p.crashed
}

func (p *process) die() {
	p.crashed = true
	p.stop()
	go func() {
		p.manager.stop()
		time.Sleep(time.Second)
		p.mu.Lock()
		defer p.mu.Unlock()
		if p.managers[p.number] == p {
			p.start(p.number)
		}
	}()
}

// delay makes a call take some time.
func (p *process) delay() {
	p.mu.Lock()
	wait := time.Duration(p.rng.IntN(20)) * time.Millisecond
	if p.chance(20) {
		wait = time.Duration(p.rng.IntN(2000)) * time.Millisecond
	}
	p.mu.Unlock()
	time.Sleep(wait)
}

// The methods from here on are the store, as a process sees it.

func (p *process) Shared() bool { return true }

// call makes a call to the store. The call may fail before it has an effect, or after that.
func call[T any](p *process, name string, do func() (T, error)) (T, error) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	var none T
	if p.crash("before "+name) || p.chance(40) {
		return none, errNetwork
	}
	result, err := do()
	if p.crash("after "+name) || p.chance(40) {
		return none, errNetwork
	}
	return result, err
}

func (p *process) Load(ctx context.Context, id match.ID) (match.Record, error) {
	return call(p, "load", func() (match.Record, error) { return p.store.Load(ctx, id) })
}

func (p *process) Save(ctx context.Context, c store.Change) (match.Record, error) {
	return call(p, "save", func() (match.Record, error) {
		r, err := p.store.Save(context.WithoutCancel(ctx), c)
		if err == nil && c.IdempotencyKey != "" {
			p.effects[c.IdempotencyKey]++
		}
		p.tell("process %d saves %s at %d for %q: %v", p.number, c.Record.Match.ID, c.Record.Match.Version, c.IdempotencyKey, err)
		return r, err
	})
}

func (p *process) CarriedOut(ctx context.Context, key string) (match.ID, error) {
	return call(p, "carried out", func() (match.ID, error) { return p.store.CarriedOut(ctx, key) })
}

func (p *process) SetMessage(ctx context.Context, id match.ID, from, to string) (string, error) {
	return call(p, "set message", func() (string, error) {
		noted, err := p.store.SetMessage(context.WithoutCancel(ctx), id, from, to)
		p.tell("process %d notes message %s in the place of %q for %s: %s", p.number, to, from, id, noted)
		return noted, err
	})
}

func (p *process) SetPing(ctx context.Context, r match.Record, to match.Ping) error {
	_, err := call(p, "set ping", func() (match.Ping, error) {
		err := p.store.SetPing(context.WithoutCancel(ctx), r, to)
		p.tell("process %d notes that %s is told %d of turn %s, pending %t, message %q: %v", p.number, r.Match.ID,
			to.Told, to.Turn.Format("05.000"), !to.Pending.IsZero(), to.Message, err)
		return to, err
	})
	return err
}

func (p *process) SetMirror(ctx context.Context, id match.ID, message string) (string, error) {
	return call(p, "set mirror", func() (string, error) { return p.store.SetMirror(context.WithoutCancel(ctx), id, message) })
}

func (p *process) Vote(ctx context.Context, r match.Record, v match.Vote, key string) (match.Record, error) {
	return call(p, "vote", func() (match.Record, error) { return p.store.Vote(context.WithoutCancel(ctx), r, v, key) })
}

func (p *process) Member(ctx context.Context, id string) (match.Member, error) {
	return call(p, "member", func() (match.Member, error) { return p.store.Member(ctx, id) })
}

func (p *process) Server(ctx context.Context, id string) (match.Server, error) {
	return call(p, "server", func() (match.Server, error) { return p.store.Server(ctx, id) })
}

func (p *process) ChangeServer(ctx context.Context, id string, change func(*match.Server)) (before, after match.Server, err error) {
	return p.store.ChangeServer(ctx, id, change)
}

func (p *process) Export(ctx context.Context, member string) ([]byte, error) {
	return p.store.Export(ctx, member)
}

func (p *process) Forgotten(ctx context.Context, member string) (time.Time, error) {
	return p.store.Forgotten(ctx, member)
}

func (p *process) Forget(ctx context.Context, member string) ([]match.ID, error) {
	return p.store.Forget(ctx, member)
}

func (p *process) ChangeMember(ctx context.Context, id string, change func(*match.Member)) (before, after match.Member, err error) {
	return p.store.ChangeMember(ctx, id, change)
}

func (p *process) Unfinished(ctx context.Context, of match.Scope) ([]match.Record, error) {
	return call(p, "unfinished", func() ([]match.Record, error) { return p.store.Unfinished(ctx, of) })
}

func (p *process) Ping(ctx context.Context) error {
	_, err := call(p, "ping", func() (bool, error) { return true, p.store.Ping(ctx) })
	return err
}

func (p *process) Keeping(ctx context.Context) ([]match.Server, error) { return p.store.Keeping(ctx) }

func (p *process) OpenTournament(ctx context.Context, channel string) (match.ID, error) {
	return p.store.OpenTournament(ctx, channel)
}

func (p *process) TournamentsOf(ctx context.Context, member string) ([]match.ID, error) {
	return p.store.TournamentsOf(ctx, member)
}

func (p *process) HasPlayed(ctx context.Context, member string, v game.Variant) (bool, error) {
	return p.store.HasPlayed(ctx, member, v)
}

func (p *process) Due(ctx context.Context, now time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return call(p, "due", func() ([]match.Cursor, error) { return p.store.Due(ctx, now, after, limit) })
}

func (p *process) Waiting(ctx context.Context, before time.Time, after match.Cursor, limit int) ([]match.Cursor, error) {
	return call(p, "waiting", func() ([]match.Cursor, error) { return p.store.Waiting(ctx, before, after, limit) })
}

// The methods from here on are Discord, as a process sees it.

// deliver makes a change in Discord by calling `do`: at once, late, or not at all. `replied` is false
// if the process does not learn the result.
func (p *process) deliver(name string, do func()) (replied bool) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.crash("before " + name):
		return false
	case p.chance(25): // the call never arrives
		p.tell("process %d: %s is lost", p.number, name)
		return false
	case p.chance(50): // the call arrives late
		go func() {
			time.Sleep(time.Duration(500+p.number*100) * time.Millisecond)
			p.mu.Lock()
			defer p.mu.Unlock()
			p.tell("process %d: %s arrives late", p.number, name)
			do()
		}()
		return false
	}
	p.tell("process %d: %s", p.number, name)
	do()
	return !p.crash("after "+name) && !p.chance(25)
}

// sends checks that the manager shows no lower version of a match than before.
func (p *process) sends(content string) {
	id, version, live := parse(content)
	if !live {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if version < p.shown[id] {
		p.fail("process %d shows %s at %d after %d", p.number, id, version, p.shown[id])
	}
	p.shown[id] = version
}

func (p *process) find(id string) *message {
	for _, m := range p.messages {
		if m.id == id {
			return m
		}
	}
	return nil
}

func (p *process) Edit(_ context.Context, at rest.Message, components []discordgo.MessageComponent) (rest.Message, error) {
	text := textOf(components)
	p.sends(text)
	p.mu.Lock()
	known := p.find(at.ID)
	p.mu.Unlock()
	if known != nil && known.away && !at.HasToken(time.Now()) {
		return at, &rest.Error{Status: http.StatusForbidden, Code: 50001}
	}
	if known == nil {
		return at, &rest.Error{Status: http.StatusNotFound, Code: rest.CodeUnknownMessage}
	}
	if _, to, ok := strings.Cut(text, " to "); ok && to == at.ID {
		p.mu.Lock()
		p.fail("message %s is to say that the match is in itself: %q", at.ID, text)
		p.mu.Unlock()
	}
	if !p.deliver("edit of "+at.ID+" to "+text, func() { known.content = text }) {
		return at, errNetwork
	}
	return at, nil
}

func textOf(components []discordgo.MessageComponent) string {
	if len(components) == 1 {
		if text, ok := components[0].(discordgo.TextDisplay); ok {
			return text.Content
		}
	}
	return ""
}

func content(format string, args ...any) plan.Content {
	return plan.Content{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: fmt.Sprintf(format, args...)}}}
}

func (p *process) Original(_ context.Context, _, token string) (id string, private bool, err error) {
	p.delay()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.crash("before original") || p.chance(25) {
		return "", false, errNetwork
	}
	if m := p.answers[token]; m != nil {
		return m.id, m.private, nil
	}
	return "", false, &rest.Error{Status: http.StatusNotFound, Code: 10015}
}

// Post posts a message once for each nonce, which is the parameter `name`. A second call with that nonce returns
// the id of the first message.
func (p *process) Post(_ context.Context, _, name string, data *discordgo.InteractionResponseData) (string, error) {
	var one *message // not a result: a late delivery sets it after the return
	replied := p.deliver("post of "+name, func() {
		one = p.pings[name]
		if one == nil {
			p.ids++
			one = &message{id: strconv.Itoa(p.ids), content: textOf(data.Components), private: true, away: p.away}
			p.pings[name] = one
			p.messages = append(p.messages, one)
			if len(data.AllowedMentions.Users) > 0 {
				p.told[one.content]++
			}
		}
	})
	if !replied {
		return "", errNetwork
	}
	return one.id, nil
}

// Deleted reports that no channel or role is.
func (p *process) Deleted(context.Context, string, []string, []string) ([]string, error) {
	return nil, nil
}

// CanPlay reports that every user can play everywhere.
func (p *process) CanPlay(context.Context, string, string, string) (bool, error) { return true, nil }

// Outranks reports that every user outranks every role.
func (p *process) Outranks(context.Context, string, string, []string, string) (bool, error) {
	return true, nil
}

// IsMember reports that every user is in every server.
func (p *process) IsMember(context.Context, string, string) (bool, error) { return true, nil }

func (p *process) Permissions(context.Context, string, string) (map[string]int64, error) {
	return nil, nil
}

func (p *process) SetPlace(ctx context.Context, r match.Record, to match.Place) error {
	return p.store.SetPlace(ctx, r, to)
}

func (p *process) StartThread(context.Context, string, string, string) error { return nil }
func (p *process) CloseThread(context.Context, string) error                 { return nil }
func (p *process) UserName(context.Context, string) (string, error)          { return "", nil }

func (p *process) PostDirect(context.Context, string, string, *discordgo.InteractionResponseData) error {
	return nil
}

func (p *process) Delete(_ context.Context, _, id string) error {
	gone := false
	replied := p.deliver("deletion of "+id, func() {
		before := len(p.messages)
		p.messages = slices.DeleteFunc(p.messages, func(one *message) bool { return one.id == id })
		gone = len(p.messages) == before
	})
	switch {
	case !replied:
		return errNetwork
	case gone:
		return &rest.Error{Status: http.StatusNotFound, Code: rest.CodeUnknownMessage}
	}
	return nil
}

// Choose plays the computer's moves: the first legal move, after some time.
func (p *process) Choose(ctx context.Context, g ai.History) (ai.Choice, error) {
	p.mu.Lock()
	wait := time.Duration(p.rng.IntN(300)) * time.Millisecond
	if p.chance(5) {
		wait = time.Duration(p.rng.IntN(3000)) * time.Millisecond
	}
	p.mu.Unlock()
	select {
	case <-time.After(wait):
	case <-ctx.Done():
		return ai.Choice{}, ctx.Err()
	}
	position := g.Start
	for _, s := range g.Moves {
		position, _ = position.Play(s)
	}
	return ai.Choice{Move: position.Moves()[0]}, nil
}
