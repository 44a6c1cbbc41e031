package matches

import (
	"cmp"
	"context"
	"slices"

	"noughts/commands/plan"
	"noughts/game/match"
)

// withLooks returns a new match with its players' display settings. If these cannot be read it uses
// the defaults, so that the game can begin.
func (o *Manager) withLooks(ctx context.Context, m match.Match) match.Match {
	var looks [2]match.Look
	for i, player := range m.Players {
		if !player.IsPerson() {
			continue
		}
		member, err := o.member(ctx, player.ID)
		if err != nil {
			o.deps.Log.Warn("cannot read a player's settings for a new game", "match", m.ID, "err", err)
			continue
		}
		looks[i] = member.LookOf()
	}
	return m.WithLooks(looks[0], looks[1])
}

// changeMember changes the settings of the caller. After it the request speaks the new language.
func (t *task) changeMember(ctx context.Context, change func(*match.Member)) (match.Member, error) {
	before, m, err := t.deps.Store.ChangeMember(ctx, t.Request.User, change)
	if err != nil {
		return m, err
	}
	t.memberCache.addWritten(m.ID, m)
	t.setLanguage(m.Locale)
	if !slices.Equal(before.Vacations, m.Vacations) {
		t.reconcileMatchesOf(ctx, m.ID)
	}
	return m, nil
}

func (t *task) changeServer(ctx context.Context, p plan.ChangeServer) error {
	r := t.Request
	id := r.Place.Guild
	before, s, err := t.deps.Store.ChangeServer(ctx, id, func(s *match.Server) {
		p.Change(s)
		s.DiscordLocale = r.DiscordLocale
	})
	if err != nil {
		return err
	}
	t.serverCache.addWritten(id, s)
	t.deps.ServerChanged()
	r.Server, r.ServerErr, r.Place.Locale = s, nil, cmp.Or(s.Language(), r.Place.Locale)
	if p.Log != nil {
		said := p.Log(r.Texts.ForLocale(r.Place.Locale), before, s)
		t.LogInServer(s, "l"+r.ID, said)
		if before.LogChannel != s.LogChannel { // post the change of the log channel in both the old and the new one
			t.LogInServer(before, "k"+r.ID, said)
		}
	}
	t.answer(nil, p.Show(s), nil)
	return nil
}
