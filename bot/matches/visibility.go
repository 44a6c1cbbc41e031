package matches

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

// isShownHere reports whether a request comes from a place where a match is shown: its channel, the parent channel of
// its public thread, a thread of its channel, or the channel of its second team. Members in such a place see the match.
// A match in a private thread has no parent channel here: see task.begin.
func isShownHere(r *plan.Request, rec match.Record) bool {
	there, in := rec.Place, rec.Place.Above()
	switch {
	case there.Guild != r.Place.Guild:
		return false
	case there.Channel == r.Place.Channel, rec.Mirror.Channel == r.Place.Channel:
		return true
	}
	return there.Guild != "" && (in == r.Place.Channel || in == r.Parent)
}

// takesPart reports whether a member plays a match or has started it.
func takesPart(m match.Match, member string) bool {
	return m.Side(member) != game.Empty || m.Owner == member
}

// A viewer decides which matches the reader of an answer may see.
type viewer struct {
	task             *task
	reader           string // "" for everybody in the channel
	permissionsKnown bool
	channels         map[string]int64 // the reader's permissions by channel, nil if Discord did not return them
}

// sees reports whether the reader may see a match. Its players and the member who started it see it everywhere. Other
// members see it where it is shown, and elsewhere in the server if they can see a channel that shows it. A viewer asks
// Discord for the reader's permissions at most once. If Discord does not answer, the reader does not see the match.
func (v *viewer) sees(ctx context.Context, rec match.Record) bool {
	r := v.task.Request
	switch {
	case v.reader != "" && takesPart(rec.Match, v.reader), isShownHere(r, rec):
		return true
	case rec.Place.Guild == "", rec.Place.Guild != r.Place.Guild, r.Place.Away:
		return false
	case v.reader == r.User && r.May.Has(discordgo.PermissionAdministrator): // also true for the server's owner
		return true
	}
	if !v.permissionsKnown {
		v.permissionsKnown, v.channels = true, v.permissions(ctx)
	}
	return v.canSee(rec.Place.Above()) || v.canSee(rec.Mirror.Channel)
}

// canSee reports whether the reader can see a channel. The permissions do not include threads, so
// this is false for a thread.
func (v *viewer) canSee(channel string) bool {
	return plan.Permissions(v.channels[channel]).Has(discordgo.PermissionViewChannel)
}

// permissions asks Discord for the reader's permissions in the channels of the request's server.
func (v *viewer) permissions(ctx context.Context) map[string]int64 {
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	may, err := v.task.owner.deps.Discord.Permissions(ctx, v.task.Request.Place.Guild, v.reader)
	if err != nil {
		v.task.owner.deps.Log.Info("cannot look up what a member may see", "guild", v.task.Request.Place.Guild, "err", err)
		return nil
	}
	return may
}
