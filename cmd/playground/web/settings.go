package web

import (
	"net/http"
	"slices"
	"time"
)

// A settingsView is what a member can set.
type settingsView struct {
	Locales   []choiceView
	Themes    []choiceView
	Installed bool
}

type choiceView struct {
	Value, Name string
	Chosen      bool
}

const themeCookie = "theme"

// themes are the page's looks; "" follows the system.
var themes = []choiceView{{Value: "", Name: "Like the system"}, {Value: "dark", Name: "Dark"}, {Value: "light", Name: "Light"}}

func knownTheme(name string) bool {
	return slices.ContainsFunc(themes, func(t choiceView) bool { return t.Value == name })
}

// theme returns the reader's choice, "" when there is none.
func theme(r *http.Request) string {
	c, err := r.Cookie(themeCookie)
	if err != nil || !knownTheme(c.Value) {
		return ""
	}
	return c.Value
}

func (v *view) settings(theme string) settingsView {
	s := settingsView{Installed: v.world.Installed(v.member)}
	for _, l := range localeNames {
		s.Locales = append(s.Locales, choiceView{l.Code, l.Name, l.Code == v.locale})
	}
	for _, t := range themes {
		t.Chosen = t.Value == theme
		s.Themes = append(s.Themes, t)
	}
	return s
}

// changeSettings sets what the form says and goes back to the page.
func (s *Server) changeSettings(w http.ResponseWriter, r *http.Request) {
	v, err := s.view(r)
	if err == nil {
		err = parseForm(r)
	}
	if err != nil {
		status, sentence := explain(err)
		http.Error(w, sentence, status)
		return
	}
	if locale := r.PostForm.Get("locale"); knownLocale(locale) {
		v.world.SetLocale(v.member, locale)
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

// localeNames are the languages that a member's client can be set to here: some
// of Discord's, each in its own words.
var localeNames = []struct{ Code, Name string }{
	{"en-US", "English, US"}, {"en-GB", "English, UK"}, {"de", "Deutsch"}, {"es-ES", "Español"}, {"fr", "Français"},
	{"hu", "Magyar"}, {"it", "Italiano"}, {"nl", "Nederlands"}, {"pl", "Polski"}, {"pt-BR", "Português do Brasil"},
	{"ja", "日本語"}, {"ko", "한국어"}, {"zh-CN", "中文"},
}

func knownLocale(code string) bool {
	for _, l := range localeNames {
		if l.Code == code {
			return true
		}
	}
	return false
}
