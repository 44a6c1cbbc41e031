package discordtest

import "net/http"

// guild returns the guild of the path, which the bot must be in. Callers hold
// s.mu.
func (r *request) guild() (*Guild, error) {
	g := r.world.guilds[r.PathValue("guild")]
	if g == nil || !g.has(r.app) {
		return nil, refuse(http.StatusNotFound, codeUnknownGuild, "Unknown Guild")
	}
	return g, nil
}

// getGuild answers with the guild, and counts its members when asked to. All of
// them count as present: nobody here is away.
func getGuild(r *request, g *Guild) (reply, error) {
	counts, err := r.flag("with_counts")
	if err != nil {
		return failed(err)
	}
	o := g.object()
	if counts {
		n := len(g.members)
		o.ApproximateMembers, o.ApproximatePresences = &n, &n
	}
	return ok(o)
}

func listRoles(_ *request, g *Guild) (reply, error) { return ok(g.roleObjects()) }

// listChannels answers with all channels but threads, also with those that
// the bot does not see, as Discord does.
func listChannels(r *request, g *Guild) (reply, error) {
	out := []channelObject{}
	for _, c := range g.channels {
		out = append(out, c.object(r.app.User))
	}
	return ok(out)
}

// getUser answers with any user.
func getUser(r *request) (reply, error) {
	r.world.Lock()
	defer r.world.Unlock()
	u := r.world.users[r.PathValue("user")]
	if u == nil {
		return failed(errUnknownUser())
	}
	return ok(u.object())
}

// createDirectMessage opens the bot's direct message channel with a user. It
// can always be opened; whether the bot may write there shows then.
func createDirectMessage(r *request) (reply, error) {
	f, err := r.body()
	if err != nil {
		return failed(err)
	}
	f.get("recipient_id").required()
	id := f.get("recipient_id").snowflake()
	objectOf(unusedOfDirectMessages)(f)
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	w := r.world
	w.Lock()
	defer w.Unlock()
	u := w.users[id]
	if u == nil || u.Bot {
		return failed(refuse(http.StatusBadRequest, codeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(w.directMessage(r.app.User, u).object(r.app.User))
}

// reaches says whether a bot may write to the users of a channel outside
// guilds: they share a guild with it, or have installed it. Callers hold s.mu.
func (c *Channel) reaches(a *Application) bool {
	for _, u := range c.recipients {
		if u != a.User && !u.installed[a] && !c.world.shareGuild(a, u) {
			return false
		}
	}
	return true
}

// shareGuild says whether some guild has both the bot and the user. Callers
// hold s.mu.
func (w *world) shareGuild(a *Application, u *User) bool {
	for _, g := range w.guilds {
		if g.has(a) && g.member(u) != nil {
			return true
		}
	}
	return false
}
