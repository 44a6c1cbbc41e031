package matches

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/rest"
	"noughts/commands/plan"
	"noughts/game/match"
)

// isShownHere reports whether a request comes from a place where a match is shown: its channel, the parent channel of
// its public thread, a thread of its channel, or the channel of its second team. Members in such a place see the match.
// A match in a private thread has no parent channel here: see placeOf.
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
	case v.reader != "" && rec.Match.TakesPart(v.reader), isShownHere(r, rec):
		return true
	case rec.Place.Guild == "", rec.Place.Guild != r.Place.Guild, r.Place.Away:
		return false
	case v.reader == r.User && r.May.Has(discordgo.PermissionAdministrator): // also true for the server's owner
		return true
	}
	if !v.permissionsKnown {
		v.permissionsKnown, v.channels = true, v.task.permissions(ctx, v.reader)
	}
	return v.canSee(rec.Place.Above()) || v.canSee(rec.Mirror.Channel)
}

// canSee reports whether the reader can see a channel. The permissions do not include threads, so
// this is false for a thread.
func (v *viewer) canSee(channel string) bool {
	return plan.Permissions(v.channels[channel]).Has(discordgo.PermissionViewChannel)
}

const (
	// permissionsLimit is the timeout for asking Discord for permissions in a server's channels. After a timeout the
	// request goes on without them. permissionsCalls is how many calls that takes.
	permissionsLimit = time.Second
	permissionsCalls = 3
	// maxMay bounds mayCache, the permissions of members: up to 20 kB each, so 10 MB. mayTTL is how long an entry is trusted.
	maxMay = 500
	mayTTL = 5 * time.Second
)

// knownPermissions are a member's permissions in a server, or Discord's refusal to tell them.
type knownPermissions struct {
	channels map[string]int64 // nil if they are unknown
	at       time.Time
}

// permissions returns a member's permissions in the channels of the request's server: those of everybody if `member` is
// "", and nil if they are unknown. It asks Discord at most every mayTTL, and within the caller's share of calls.
func (t *task) permissions(ctx context.Context, member string) map[string]int64 {
	o, guild, now := t.Manager, t.Request.Place.Guild, time.Now()
	of := membership{guild, member}
	if known, ok := o.mayCache.Get(of); ok && now.Sub(known.at) < mayTTL {
		return known.channels
	}
	if !o.lookUps.Take(t.Request.User, permissionsCalls, now) {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	may, err := o.deps.Discord.Permissions(ctx, guild, member)
	if err != nil {
		o.deps.Log.Info("cannot look up permissions", "guild", guild, "member", member, "err", err)
		may = nil
	}
	if _, again := rest.MayRetry(err); !again {
		o.mayCache.Add(of, knownPermissions{may, now})
	}
	return may
}
