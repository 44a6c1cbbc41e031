package web

import (
	"net/http"
	"net/url"
	"slices"
	"time"

	"noughts/bot/discordtest"
)

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

func theme(r *http.Request) string {
	c, err := r.Cookie(themeCookie)
	if err != nil || !knownTheme(c.Value) {
		return ""
	}
	return c.Value
}

func (v *view) settings(theme string) settingsView {
	_, installed := v.world.installed.Load(v.member.User)
	s := settingsView{Installed: installed, Locales: v.locales(v.locale)}
	if guild := v.guild(); guild != nil {
		s.Guild, s.GuildLocales, s.Roles = guild.Name(), v.locales(guild.Locale()), v.roles(guild)
	}
	for _, t := range themes {
		t.Chosen = t.Value == theme
		s.Themes = append(s.Themes, t)
	}
	return s
}

func (v *view) locales(chosen string) []choiceView {
	var all []choiceView
	for _, l := range v.world.Locales {
		all = append(all, choiceView{l.Code, l.Name, l.Code == chosen})
	}
	return all
}

func (v *view) roles(g *discordtest.Guild) []rolesView {
	var all []rolesView
	for _, m := range v.here() {
		had := g.RolesOf(m.User)
		shown := rolesView{Name: m.User.Name(), Field: rolesField(m)}
		for _, r := range g.Roles() {
			if !r.Managed() {
				shown.Roles = append(shown.Roles, choiceView{r.ID, r.Name(), slices.Contains(had, r)})
			}
		}
		if len(shown.Roles) > 0 {
			all = append(all, shown)
		}
	}
	return all
}

func rolesField(m Member) string { return "roles-" + m.User.ID }

func (s *Server) changing(apply func(v *view, w http.ResponseWriter, form url.Values)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := s.view(r)
		if err == nil {
			err = readForm(r)
		}
		if err != nil {
			s.refusePage(w, err)
			return
		}
		apply(v, w, r.PostForm)
		http.Redirect(w, r, "/"+v.Query(), http.StatusSeeOther)
	}
}

// changeRoles makes the roles chosen in the form the only roles of each member of the channel, but a bot's managed one.
func (v *view) changeRoles(_ http.ResponseWriter, form url.Values) {
	guild := v.guild()
	if guild == nil {
		return
	}
	for _, m := range v.here() {
		for _, role := range guild.Roles() {
			switch {
			case role.Managed():
			case slices.Contains(form[rolesField(m)], role.ID):
				guild.Give(m.User, role)
			default:
				guild.Take(m.User, role)
			}
		}
	}
}

func (v *view) changeSettings(w http.ResponseWriter, form url.Values) {
	if locale := form.Get("locale"); v.knowsLocale(locale) {
		v.member.User.SetLocale(locale)
	}
	if locale, guild := form.Get("guild-locale"), v.guild(); guild != nil && v.knowsLocale(locale) {
		guild.SetLocale(locale)
	}
	if look := form.Get("theme"); knownTheme(look) {
		http.SetCookie(w, &http.Cookie{
			Name: themeCookie, Value: look, Path: "/", MaxAge: int((365 * 24 * time.Hour).Seconds()),
			HttpOnly: true, SameSite: http.SameSiteStrictMode,
		})
	}
	v.world.Install(v.member, form.Get("installed") != "")
}

func (v *view) knowsLocale(code string) bool {
	return slices.ContainsFunc(v.world.Locales, func(l Locale) bool { return l.Code == code })
}
