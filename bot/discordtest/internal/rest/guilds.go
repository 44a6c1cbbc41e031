package rest

import (
	"net/http"
	"slices"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

func guildRoutes() map[string]methods {
	guild := (*request).guild
	return map[string]methods{
		"/guilds/{guild}":   {get: read(withObject(guild, getGuild))},
		"/users/@me/guilds": {get: read(listOwnGuilds)},
	}
}

// guild returns the guild that the request's path names. It returns an error if the bot is not in the guild. Callers
// hold the world's lock.
func (r *request) guild() (*world.Guild, error) {
	g := r.world.Guilds[r.PathValue("guild")]
	if g == nil || !g.Has(r.app) {
		return nil, form.Refuse(http.StatusNotFound, form.CodeUnknownGuild, "Unknown Guild")
	}
	return g, nil
}

// getGuild answers with the guild. If the query has with_counts, the answer also has the number of members; all of them
// count as online.
func getGuild(r *request, g *world.Guild) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	o := g.Object()
	if counts {
		n := len(g.Members)
		o.ApproximateMembers, o.ApproximatePresences = &n, &n
	}
	return ok(o)
}

// An OwnGuild is an entry in the list of the bot's guilds.
type OwnGuild struct {
	ID          object.Snowflake `json:"id"`
	Name        string           `json:"name"`
	Icon        *string          `json:"icon"`
	Banner      *string          `json:"banner"`
	Owner       bool             `json:"owner"`
	Permissions string           `json:"permissions"`
	Features    []string         `json:"features"`
	Members     *int             `json:"approximate_member_count,omitempty"`
	Presences   *int             `json:"approximate_presence_count,omitempty"`
}

// listOwnGuilds answers with the guilds that the bot is in, the oldest first.
func listOwnGuilds(r *request) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	q, err := readPage(r, 200, 200)
	if err != nil {
		return failed(err)
	}
	r.world.Lock()
	defer r.world.Unlock()
	out := []OwnGuild{}
	for _, g := range r.world.Guilds {
		if !g.Has(r.app) || !q.Holds(g.ID) {
			continue
		}
		o := OwnGuild{
			ID: g.ID, Name: g.Name, Owner: g.Owner == r.app.User, Features: []string{},
			Permissions: g.Member(r.app.User).Permissions().String(),
		}
		if n := len(g.Members); counts {
			o.Members, o.Presences = &n, &n
		}
		out = append(out, o)
	}
	slices.SortFunc(out, func(a, b OwnGuild) int { return object.CompareIDs(a.ID, b.ID) })
	if n := len(out); n > q.Limit && q.Before > 0 && q.After == 0 {
		out = out[n-q.Limit:]
	}
	return ok(out[:min(len(out), q.Limit)])
}
