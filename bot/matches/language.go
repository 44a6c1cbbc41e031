package matches

import (
	"cmp"
	"context"
	"time"
)

// Language returns the code of the language that a member has chosen. It returns "" if the member
// has chosen none, or if the store fails. Callers then use the member's locale in Discord.
func (o *Manager) Language(ctx context.Context, member string) string {
	m, _ := o.member(ctx, member)
	return m.Locale
}

// completeRequest sets the time, the server's settings, and the languages of the caller and of the place in a request.
func (t *task) completeRequest() {
	r, ctx := t.Request, t.To.Context()
	r.Now = time.Now()
	r.Server, r.ServerErr = t.server(ctx, r.Place.Guild)
	r.Place.Locale = cmp.Or(r.Server.Locale, r.Place.Locale)
	caller, _ := t.member(ctx, r.User) // after an error, which `member` logs, Discord's locale is used
	t.setLanguage(caller.Locale)
}

// setLanguage sets the language of texts that only the caller reads. Outside servers it also sets the language of texts
// that everybody reads. If `code` is "", the language is that of the caller's Discord.
func (t *task) setLanguage(code string) {
	r := t.Request
	code = cmp.Or(code, r.ClientLocale)
	r.Language = r.Texts.ForLocale(code)
	if r.Place.Guild == "" {
		r.Place.Locale = code
	}
}
