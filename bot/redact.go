package bot

import (
	"context"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
)

// A redactor makes secrets unreadable in everything that is logged.
type redactor struct {
	secrets []string
}

const redacted = "[secret]"

// interactionTokens finds the tokens that Discord puts into paths and payloads:
// who has one can speak as the bot for fifteen minutes.
var interactionTokens = []*regexp.Regexp{
	regexp.MustCompile(`(/interactions/\d+/)[^/\s"?]+`),
	regexp.MustCompile(`(/webhooks/\d+/)[^/\s"?]+`),
	regexp.MustCompile(`("token":\s*")[^"]+`),
	regexp.MustCompile(`(\bBot )[\w.-]{20,}`),
}

func (r redactor) text(s string) string {
	for _, secret := range r.secrets {
		s = strings.ReplaceAll(s, secret, redacted)
	}
	for _, pattern := range interactionTokens {
		s = pattern.ReplaceAllString(s, "${1}"+redacted)
	}
	return s
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

// A redacting handler passes records on without their secrets.
type redacting struct {
	next slog.Handler
	redactor
}

// newLogger returns a logger over l's handler that shows none of the secrets.
func newLogger(l *slog.Logger, secrets ...Secret) *slog.Logger {
	if l == nil {
		return slog.New(slog.DiscardHandler)
	}
	var r redactor
	for _, s := range secrets {
		if s != "" {
			r.secrets = append(r.secrets, string(s))
		}
	}
	return slog.New(redacting{l.Handler(), r})
}

func (h redacting) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h redacting) Handle(ctx context.Context, r slog.Record) error {
	clean := slog.NewRecord(r.Time, r.Level, h.text(r.Message), r.PC)
	r.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

func (h redacting) WithAttrs(attrs []slog.Attr) slog.Handler {
	return redacting{h.next.WithAttrs(h.attrs(attrs)), h.redactor}
}

func (h redacting) WithGroup(name string) slog.Handler {
	return redacting{h.next.WithGroup(name), h.redactor}
}
