package matches

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/bot/shown"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game/match"
)

// needForThread are the permissions that the bot needs in a channel to have games in threads there.
const needForThread plan.Permissions = discordgo.PermissionCreatePublicThreads | discordgo.PermissionSendMessagesInThreads

func (o *Manager) startThread(ctx context.Context, l *cachedMatch, at rest.Message) error {
	names := map[string]string{}
	for _, player := range l.record.Match.Players {
		if player.IsPerson() {
			names[player.ID], _ = o.deps.Discord.UserName(ctx, player.ID) // without a name, ThreadName writes "somebody"
		}
	}
	return o.deps.Discord.StartThread(ctx, l.record.Place.Channel, at.ID, o.deps.Views.ThreadName(l.record, names))
}

// setPlace stores a new place of a match. If the match could not get a thread, setPlace says so in
// the server's log channel.
func (o *Manager) setPlace(ctx context.Context, l *cachedMatch, s shown.Step) (shown.StepResult, error) {
	if s.Failed {
		if settings, err := o.server(ctx, l.record.Place.Guild); err == nil {
			o.LogInServer(settings, string(l.id)+"-l", o.deps.Views.NoThread(l.record))
		}
	}
	outcome, err := o.written(l, "", o.deps.Store.SetPlace(ctx, l.record, s.Place))
	if outcome.Status == shown.Done {
		l.record.Place = s.Place
	}
	return outcome, err
}

// closeThread archives the thread of a finished match, unless another game is played there. Of the games of a series or
// a hill ("winner stays on": see match.Hill), only the last one closes the thread.
func (o *Manager) closeThread(ctx context.Context, l *cachedMatch) (shown.StepResult, error) {
	open, err := o.deps.Store.Unfinished(ctx, match.Scope{Channel: l.record.Place.Channel})
	if err != nil {
		return shown.StepResult{Status: shown.Down}, err
	}
	follows, err := o.followedInThread(ctx, l)
	if err != nil {
		return shown.StepResult{Status: shown.Down}, err
	}
	if len(open) > 0 || follows {
		return shown.StepResult{Status: shown.Done}, nil
	}
	err = o.deps.Discord.CloseThread(ctx, l.record.Place.Channel)
	return outcomeOf("", err), err
}

func (o *Manager) followedInThread(ctx context.Context, l *cachedMatch) (bool, error) {
	if !l.record.Match.Continued {
		return false, nil
	}
	next, err := o.deps.Store.Load(ctx, l.record.Match.ID.Next())
	switch {
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrCorrupt):
		return false, nil
	case err != nil:
		return false, err
	}
	return next.Place.Channel == l.record.Place.Channel, nil
}
