package matches

import (
	"cmp"
	"context"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/match"
)

// A sight says which games of others a page may name where a request was made: not what goes
// on in channels that its reader cannot look into. What those see who look over the reader's
// shoulder is the reader's affair.
type sight struct {
	*task
	reader   string // who sees the page; "" for everybody in the channel
	asked    bool
	channels map[string]int64 // what the reader may do in each, nil if Discord does not say it
}

// names says whether the page may name a game. Discord is asked at most once, and not if the
// reader has played in it or the page is shown where the game was. What Discord does not say
// is not allowed; threads other than the bot's are not looked into from outside.
func (s *sight) names(ctx context.Context, rec match.Record) bool {
	r, there := s.Request, rec.Place
	in := cmp.Or(there.Parent, there.Channel)
	switch {
	case there.Guild != r.Place.Guild:
		return false
	case s.reader != "" && rec.Match.Side(s.reader) != game.Empty:
		return true
	case there.Channel == r.Place.Channel, there.Guild != "" && (in == r.Place.Channel || in == r.Parent):
		return true
	case there.Guild == "" || r.Place.Away:
		return false
	case s.reader == r.User && r.May.Has(discordgo.PermissionAdministrator): // a server's owner, too
		return true
	}
	if !s.asked {
		s.asked, s.channels = true, s.ask(ctx)
	}
	return plan.Permissions(s.channels[in]).Has(discordgo.PermissionViewChannel)
}

// ask asks Discord what the reader may do in the channels of the request's server.
func (s *sight) ask(ctx context.Context) map[string]int64 {
	ctx, cancel := context.WithTimeout(ctx, permissionsLimit)
	defer cancel()
	may, err := s.Discord.Permissions(ctx, s.Request.Place.Guild, s.reader)
	if err != nil {
		s.Log.Info("Discord does not say what a member may see", "guild", s.Request.Place.Guild, "err", err)
		return nil
	}
	return may
}
