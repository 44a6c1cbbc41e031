package web

import (
	"net/http"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

// A settingsView is the data of the settings form.
type settingsView struct {
	Locales []choiceView
	// Guild is the name of the server that the page shows; the form can set its language. It is "" for a direct or
	// group message.
	Guild        string
	GuildLocales []choiceView
	Themes       []choiceView
	Installed    bool
	Roles        []rolesView // roles of all members of the server
}

// A rolesView is a member of the server, with all roles that the form can give to the member or take away.
type rolesView struct {
	Name  string
	Field string // name of the form's field
	Roles []choiceView
}

type choiceView struct {
	Value, Name string
	Chosen      bool
}

const themeCookie = "theme"

// themes are the page's themes. "" follows the system.
var themes = []choiceView{{Value: "", Name: "System"}, {Value: "dark", Name: "Dark"}, {Value: "light", Name: "Light"}}

func knownTheme(name string) bool {
	return slices.ContainsFunc(themes, func(t choiceView) bool { return t.Value == name })
}

// theme returns the theme in the browser's cookie, or "".
func theme(r *http.Request) string {
	c, err := r.Cookie(themeCookie)
	if err != nil || !knownTheme(c.Value) {
		return ""
	}
	return c.Value
}

func (v *view) settings(theme string) settingsView {
	s := settingsView{Installed: v.world.Installed(v.member)}
	guild, inGuild := v.guild()
	s.Guild = guild.Name
	for _, l := range v.world.Locales() {
		s.Locales = append(s.Locales, choiceView{l.Code, l.Name, l.Code == v.locale})
		if inGuild {
			s.GuildLocales = append(s.GuildLocales, choiceView{l.Code, l.Name, l.Code == guild.Locale})
		}
	}
	if inGuild {
		s.Roles = v.roles(guild)
	}
	for _, t := range themes {
		t.Chosen = t.Value == theme
		s.Themes = append(s.Themes, t)
	}
	return s
}

// roles returns the channel's members, each with the guild's roles. It leaves out the managed roles of bots.
func (v *view) roles(g Guild) []rolesView {
	var all []rolesView
	for _, m := range v.here() {
		had := v.world.RolesOf(g, m)
		shown := rolesView{Name: m.User.Name(), Field: rolesField(m)}
		for _, r := range g.Roles {
			if !r.Managed() {
				shown.Roles = append(shown.Roles, choiceView{r.ID, r.Name(), slices.ContainsFunc(had, func(h *discordtest.Role) bool { return h.ID == r.ID })})
			}
		}
		if len(shown.Roles) > 0 {
			all = append(all, shown)
		}
	}
	return all
}

// rolesField returns the name of the form's field for a member's roles.
func rolesField(m Member) string { return "roles-" + m.User.ID }

// changeRoles makes the roles chosen in the form the only roles of each member of the channel.
func (s *Server) changeRoles(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err == nil {
		err = readForm(r)
	}
	if err != nil {
		s.refusePage(w, err)
		return
	}
	if guild, ok := v.guild(); ok {
		for _, m := range v.here() {
			chosen := r.PostForm[rolesField(m)]
			v.world.SetRoles(guild, m, slices.DeleteFunc(slices.Clone(guild.Roles), func(r *discordtest.Role) bool { return !slices.Contains(chosen, r.ID) }))
		}
	}
	http.Redirect(w, r, "/"+v.Query(), http.StatusSeeOther)
}

// changeSettings applies the settings in the form and redirects to the page.
func (s *Server) changeSettings(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err == nil {
		err = readForm(r)
	}
	if err != nil {
		s.refusePage(w, err)
		return
	}
	if locale := r.PostForm.Get("locale"); v.knowsLocale(locale) {
		v.world.SetLocale(v.member, locale)
	}
	if guild, ok := v.guild(); ok {
		if locale := r.PostForm.Get("guild-locale"); v.knowsLocale(locale) {
			v.world.SetGuildLocale(guild, locale)
		}
	}
	if look := r.PostForm.Get("theme"); knownTheme(look) {
		http.SetCookie(w, &http.Cookie{
			Name: themeCookie, Value: look, Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
			HttpOnly: true, SameSite: http.SameSiteStrictMode,
		})
	}
	v.world.SetInstalled(v.member, r.PostForm.Get("installed") != "")
	http.Redirect(w, r, "/"+v.Query(), http.StatusSeeOther)
}

func (v *view) knowsLocale(code string) bool {
	return slices.ContainsFunc(v.world.Locales(), func(l Locale) bool { return l.Code == code })
}
