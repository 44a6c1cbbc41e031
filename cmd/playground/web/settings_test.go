package web_test

import (
	"net/http"
	"net/url"
	"testing"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	s := serverOf(world)
	holds(t, getFrom(t, s, "/?as=bob", nil), `<html lang="en">`, `name="installed" value="yes">`)

	w := postTo(t, s, "/settings?as=bob&channel=games", url.Values{"locale": {"de"}, "theme": {"light"}, "installed": {"yes"}}, navigating)
	if want := "/?as=bob&channel=games"; w.Code != http.StatusSeeOther || w.Header().Get("Location") != want {
		t.Fatalf("status %d to %q, want a redirect to %q", w.Code, w.Header().Get("Location"), want)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].Value != "light" || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteStrictMode {
		t.Fatalf("cookies %v", cookies)
	}
	page := getFrom(t, s, "/?as=bob", func(r *http.Request) { r.AddCookie(cookies[0]) })
	holds(t, page, `<html lang="en" data-theme="light">`, `<option value="de" selected>Deutsch</option>`, `<option value="light" selected>`, `value="yes" checked>`)
	lacks(t, getFrom(t, s, "/?as=alice", nil), `value="yes" checked>`, `<option value="de" selected>`)
}

func TestUnknownSettingsChangeNothing(t *testing.T) {
	t.Parallel()
	world := newFakeWorld(newFake())
	world.locales["bob"] = "hu"
	w := postTo(t, serverOf(world), "/settings?as=bob", url.Values{"locale": {"tlh"}, "theme": {"neon"}}, navigating)
	if w.Code != http.StatusSeeOther || len(w.Result().Cookies()) > 0 || world.locales["bob"] != "hu" {
		t.Errorf("status %d, cookies %v, locale %q", w.Code, w.Result().Cookies(), world.locales["bob"])
	}
	page := getFrom(t, serverOf(world), "/", func(r *http.Request) { r.AddCookie(&http.Cookie{Name: "theme", Value: "neon"}) })
	holds(t, page, `<html lang="en">`)
}
