package rest

import (
	"net/http"

	"noughts/bot/discordtest/internal/form"
	"noughts/bot/discordtest/internal/validate"
	"noughts/bot/discordtest/internal/world"
)

// guild returns the guild of the path, which the bot must be in. Callers hold
// the world's lock.
func (r *request) guild() (*world.Guild, error) {
	g := r.world.Guilds[r.PathValue("guild")]
	if g == nil || !g.Has(r.app) {
		return nil, form.Refuse(http.StatusNotFound, form.CodeUnknownGuild, "Unknown Guild")
	}
	return g, nil
}

// getGuild answers with the guild, and counts its members when asked to. All of
// them count as present: nobody here is away.
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

func listRoles(_ *request, g *world.Guild) (reply, error) { return ok(g.RoleObjects()) }

// listChannels answers with all channels but threads, also with those that
// the bot does not see, as Discord does.
func listChannels(r *request, g *world.Guild) (reply, error) {
	out := []world.ChannelObject{}
	for _, c := range g.Channels {
		out = append(out, c.Object(r.app.User))
	}
	return ok(out)
}

// getUser answers with any user.
func getUser(r *request) (reply, error) {
	r.world.Lock()
	defer r.world.Unlock()
	u := r.world.Users[r.PathValue("user")]
	if u == nil {
		return failed(form.ErrUnknownUser())
	}
	return ok(u.Object())
}

// createDirectMessage opens the bot's direct message channel with a user. It
// can always be opened; whether the bot may write there shows then.
func createDirectMessage(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.Get("recipient_id").Required()
	id := f.Get("recipient_id").Snowflake()
	validate.UnusedOfDirectMessages(f)
	if err := f.Form.Err(); err != nil {
		return failed(err)
	}
	w := r.world
	w.Lock()
	defer w.Unlock()
	u := w.Users[id]
	if u == nil || u.Bot {
		return failed(form.Refuse(http.StatusBadRequest, form.CodeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(w.DirectMessage(r.app.User, u).Object(r.app.User))
}

// role returns the role of the path in the guild of the path. Callers hold the world's lock.
func (r *request) role() (*world.Role, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	role := g.Role(r.PathValue("role"))
	if role == nil {
		return nil, form.ErrUnknownRole()
	}
	return role, nil
}

// member returns the member of the path. Callers hold the world's lock.
func (r *request) member() (*world.Member, error) {
	g, err := r.guild()
	if err != nil {
		return nil, err
	}
	u := r.world.Users[r.PathValue("user")]
	switch {
	case u == nil:
		return nil, form.ErrUnknownUser()
	case g.Member(u) == nil:
		return nil, form.ErrUnknownMember()
	}
	return g.Member(u), nil
}
