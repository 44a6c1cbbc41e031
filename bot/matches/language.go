package matches

import (
	"context"
	"time"

	"noughts/commands/plan"
	"noughts/game/match"
)

// maxSpeakers is how many members have their language cached: about 200 bytes each, so 2 MB.
const maxSpeakers = 10_000

// languageLife is how long the language of a member is taken to be as it was read: where no other
// process changes it, as long as it is remembered.
func languageLife(s Store) time.Duration {
	if s.Shared() {
		return settingLife
	}
	return 0
}

// Language returns the language that a member has chosen, by Discord's code: "" for what Discord
// says of the member, or when the store does not tell it soon.
func (o *Owner) Language(ctx context.Context, member string) string {
	code, _ := o.languages.read(ctx, member, "", &o.failedLanguage, func(ctx context.Context) (string, error) {
		m, err := o.Store.Member(ctx, member)
		return m.Locale, err
	})
	return code
}

// speak sees that what only the caller reads is said in the language that the caller has
// chosen, and outside servers what everybody reads. It returns whether that is another language than
// it was, so that what was said already is to be said again.
//
// A move is shown to everybody and says nothing to its member alone. So presses on boards do without, as they
// are what there is most of, until something is to be said to the caller: see saidTo.
func (t *task) speak() (other bool) {
	if t.spoken {
		return false
	}
	t.spoken = true
	return t.speakIn(t.Language(t.To.Context(), t.Request.User))
}

// speakIn does what speak does in a language that is known, "" for Discord's.
func (t *task) speakIn(code string) (other bool) {
	r := t.Request
	before := r.Reader
	if code == "" {
		code = r.Locale
	}
	if r.Texts != nil {
		r.Reader = r.Texts.In(code)
	}
	if r.Place.Guild == "" {
		r.Place.Locale = code
	}
	return r.Reader != before
}

// saidTo returns what say says, in the language of the caller: it is said again if it is for the caller alone, and that
// was not known.
func saidTo[T any](t *task, isPublic func(T) bool, say func() (T, error)) (T, error) {
	said, err := say()
	if (err != nil || !isPublic(said)) && t.speak() {
		return say()
	}
	return said, err
}

// handle asks the handler of the request for its plan.
func (t *task) handle() (plan.Plan, error) {
	return saidTo(t, t.isPublic, func() (plan.Plan, error) { return t.Handle(t.Request) })
}

// isPublic says whether nothing in a plan is said in the caller's language.
func (t *task) isPublic(p plan.Plan) bool {
	switch p := p.(type) {
	case plan.On:
		return true
	case plan.New:
		return t.Request.Place.Guild != ""
	case plan.Answer:
		return p.Board != nil
	}
	return false
}

// decidesInPublic says whether nothing in a decision is said in the caller's language.
func (t *task) decidesInPublic(d plan.Decision) bool {
	switch {
	case d.Refused != nil:
		return false
	case d.Then != nil:
		return t.isPublic(d.Then)
	}
	return t.isPublic(d.Answer)
}

// noteMember notes the language of a member, who was read or, if written is set, changed.
func (t *task) noteMember(m match.Member, writes int, written bool) {
	if written {
		t.languages.noteWritten(m.ID, m.Locale)
	} else {
		t.languages.noteRead(m.ID, known[string]{value: m.Locale, at: time.Now()}, writes)
	}
	if m.ID == t.Request.User {
		t.spoken = true
		t.speakIn(m.Locale)
	}
}
