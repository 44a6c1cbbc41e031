package discordtest

import "net/http"

// guild returns the guild of the path, which the bot must be in. Callers hold
// s.mu.
func (r *request) guild() (*Guild, error) {
	g := r.server.guilds[r.PathValue("guild")]
	if g == nil || !g.has(r.app) {
		return nil, refuse(http.StatusNotFound, codeUnknownGuild, "Unknown Guild")
	}
	return g, nil
}

// ofGuild answers with something of the guild of the path.
func ofGuild(what func(r *request, g *Guild) (any, error)) func(*request) (reply, error) {
	return func(r *request) (reply, error) {
		r.server.mu.Lock()
		defer r.server.mu.Unlock()
		g, err := r.guild()
		if err != nil {
			return failed(err)
		}
		body, err := what(r, g)
		if err != nil {
			return failed(err)
		}
		return ok(body)
	}
}

func guildItself(_ *request, g *Guild) (any, error) { return g.object(), nil }

func guildRoles(_ *request, g *Guild) (any, error) { return g.roleObjects(), nil }

// guildChannelList answers with all channels but threads, also with those that
// the bot does not see, as Discord does.
func guildChannelList(r *request, g *Guild) (any, error) {
	out := []channelObject{}
	for _, c := range g.channels {
		out = append(out, c.object(r.app.User))
	}
	return out, nil
}

func guildMember(r *request, g *Guild) (any, error) {
	id := r.PathValue("user")
	u := r.server.users[id]
	switch {
	case u == nil:
		return nil, refuse(http.StatusNotFound, codeUnknownUser, "Unknown User")
	case g.member(u) == nil:
		return nil, refuse(http.StatusNotFound, codeUnknownMember, "Unknown Member")
	}
	return g.member(u).object(nil), nil
}

// getUser answers with any user.
func getUser(r *request) (reply, error) {
	r.server.mu.Lock()
	defer r.server.mu.Unlock()
	u := r.server.users[r.PathValue("user")]
	if u == nil {
		return failed(refuse(http.StatusNotFound, codeUnknownUser, "Unknown User"))
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
	if err := f.form.err(); err != nil {
		return failed(err)
	}
	s := r.server
	s.mu.Lock()
	defer s.mu.Unlock()
	u := s.users[id]
	if u == nil || u.Bot {
		return failed(refuse(http.StatusBadRequest, codeInvalidRecipient, "Invalid Recipient(s)"))
	}
	return ok(s.directMessage(r.app.User, u).object(r.app.User))
}

// reaches says whether a bot may write to the users of a channel outside
// guilds: they share a guild with it, or have installed it. Callers hold s.mu.
func (c *Channel) reaches(a *Application) bool {
	for _, u := range c.recipients {
		if u != a.User && !u.installed[a] && !c.server.shareGuild(a, u) {
			return false
		}
	}
	return true
}

// shareGuild says whether some guild has both the bot and the user. Callers
// hold s.mu.
func (s *Server) shareGuild(a *Application, u *User) bool {
	for _, g := range s.guilds {
		if g.has(a) && g.member(u) != nil {
			return true
		}
	}
	return false
}
