package ops

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"

	"noughts/bot/config"
)

type redactor struct {
	secrets []string
}

const redacted = "[secret]"

// interactionTokens finds tokens in paths and payloads. Anybody who has an interaction's token can answer as the bot
// for fifteen minutes. The redactor applies a pattern only to texts that contain the string `holds`, which is part of
// every match of the pattern. That is faster than a search with the pattern.
var interactionTokens = []struct {
	holds   string
	pattern *regexp.Regexp
}{
	{"/interactions/", regexp.MustCompile(`(/interactions/\d+/)[^/\s"?]+`)},
	{"/webhooks/", regexp.MustCompile(`(/webhooks/\d+/)[^/\s"?]+`)},
	{`"token":`, regexp.MustCompile(`("token":\s*")[^"]+`)},
	{"Bot ", regexp.MustCompile(`(\bBot )[\w.-]{20,}`)},
}

func (r redactor) text(s string) string {
	for _, secret := range r.secrets {
		s = strings.ReplaceAll(s, secret, redacted)
	}
	for _, token := range interactionTokens {
		if strings.Contains(s, token.holds) {
			s = token.pattern.ReplaceAllString(s, "${1}"+redacted)
		}
	}
	return escapeControls(s)
}

// escapeControls escapes DEL and the control characters from 0x80 to 0x9f. slog escapes all other control characters.
func escapeControls(s string) string {
	isControl := func(r rune) bool { return r >= 0x7f && r < 0xa0 }
	if strings.IndexFunc(s, isControl) < 0 {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isControl(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (r redactor) attr(a slog.Attr) slog.Attr {
	v := a.Value.Resolve()
	switch v.Kind() {
	case slog.KindString:
		return slog.String(a.Key, r.text(v.String()))
	case slog.KindGroup:
		return slog.Attr{Key: a.Key, Value: slog.GroupValue(r.attrs(v.Group())...)}
	case slog.KindAny:
		return slog.String(a.Key, r.text(fmt.Sprint(v.Any())))
	}
	return slog.Attr{Key: a.Key, Value: v}
}

func (r redactor) attrs(list []slog.Attr) []slog.Attr {
	list = slices.Clone(list)
	for i, a := range list {
		list[i] = r.attr(a)
	}
	return list
}

type redacting struct {
	slog.Handler
	redactor
}

// Redact returns a text without the given secrets and without interaction tokens.
func Redact(text string, secrets ...config.Secret) string { return newRedactor(secrets).text(text) }

func newRedactor(secrets []config.Secret) (r redactor) {
	for _, s := range secrets {
		if s != "" {
			r.secrets = append(r.secrets, string(s))
		}
	}
	return r
}

// NewLogger returns a logger that writes to l's handler and redacts the given secrets and interaction
// tokens. If l is nil the logger discards everything.
func NewLogger(l *slog.Logger, secrets ...config.Secret) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	return slog.New(redacting{l.Handler(), newRedactor(secrets)})
}

func (h redacting) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.text(r.Message), r.PC)
	attrs := make([]slog.Attr, 0, r.NumAttrs())
	r.Attrs(func(a slog.Attr) bool {
		attrs = append(attrs, h.attr(a))
		return true
	})
	clean.AddAttrs(attrs...)
	return h.Handler.Handle(ctx, clean)
}

func (h redacting) WithAttrs(attrs []slog.Attr) slog.Handler {
	return redacting{h.Handler.WithAttrs(h.attrs(attrs)), h.redactor}
}

func (h redacting) WithGroup(name string) slog.Handler {
	return redacting{h.Handler.WithGroup(name), h.redactor}
}
