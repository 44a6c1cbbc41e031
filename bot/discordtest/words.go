package discordtest

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// A Reader is how members read what bots say. Its functions may be called by many
// goroutines at once.
type Reader struct {
	Shown func(text string) string // what a text stands for, whose length has to fit
	Read  func(text string) string // what members find in its place
	Sees  func(shown string)       // told of each text that members are shown, nil for nobody
}

// WithReader has members read something else than what they are shown: tests of a bot that
// speaks their language can do so in another. Observers find it in the bodies of requests,
// too.
func WithReader(r Reader) Option {
	return func(s *Server) { s.world.reading = &r }
}

// WithLocale sets the locale that new users and guilds have.
func WithLocale(locale string) Option {
	return func(s *Server) { s.world.locale = locale }
}

// words returns what members read in a string of lo to hi characters, "" when absent.
func (f field) words(lo, hi int) string {
	if f.form.reading == nil {
		return f.text(lo, hi)
	}
	s, ok := f.value.(string)
	if !ok {
		return f.text(lo, hi)
	}
	f.checkLength(f.shownLength(), lo, hi)
	if r := f.form.reading; r.Sees != nil {
		r.Sees(r.Shown(s))
	}
	return f.form.reading.Read(s)
}

// shownLength returns how many characters of a string members see.
func (f field) shownLength() int {
	s, _ := f.value.(string)
	if f.form.reading != nil {
		s = f.form.reading.Shown(s)
	}
	return utf8.RuneCountInString(s)
}

// body returns a request's JSON with what members read in place of its texts.
func (r *Reader) body(raw []byte) []byte {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var v any
	if r == nil || d.Decode(&v) != nil || !endsHere(d) {
		return raw
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(r.value(v)) != nil { // which nothing decoded is the reason for
		return raw
	}
	return bytes.TrimSpace(out.Bytes())
}

// value returns a decoded value with what members read in place of its texts.
func (r *Reader) value(v any) any {
	switch v := v.(type) {
	case string:
		return r.Read(v)
	case []any:
		for i := range v {
			v[i] = r.value(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = r.value(v[key])
		}
	}
	return v
}
