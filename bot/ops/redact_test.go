package ops

import (
	"errors"
	"log/slog"
	"strings"
	"testing"
	"unicode"

	"noughts/bot/config"
)

type logged struct{ strings.Builder }

func (l *logged) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(l, &slog.HandlerOptions{Level: slog.LevelDebug}))
}

func TestSecretsAreUnreadableInTheLog(t *testing.T) {
	t.Parallel()
	const token = "MTk4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
	out := &logged{}
	log := NewLogger(out.logger(), token)
	failed := errors.New(`Post "https://discord.com/api/v9/interactions/12/aW50ZXI6/callback?with_response=true": EOF`)
	log.Info("with "+token, "token", token, "err", failed, slog.Group("g", "inner", token, "n", 3))
	log.With("header", "Bot "+token).WithGroup("more").Warn("x", "any", map[string]string{"a": token})
	log.Error("webhook", "url", "https://discord.com/api/v9/webhooks/12/aW50ZXI6/messages/@original",
		"payload", `{"type":2,"token":"aW50ZXI6","id":"3"}`, "secret", config.Secret(token))
	text := out.String()
	for _, secret := range []string{token, "aW50ZXI6"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is readable in\n%s", secret, text)
		}
	}
	for _, kept := range []string{"/interactions/12/", "callback?with_response=true", "EOF", "n=3", "level=WARN", "@original"} {
		if !strings.Contains(text, kept) {
			t.Errorf("%q is missing in\n%s", kept, text)
		}
	}
}

// No control character in a text of a member or of Discord reaches the log, in either format.
func TestControlCharactersAreEscaped(t *testing.T) {
	t.Parallel()
	var all strings.Builder
	for r := range rune(0xa1) {
		all.WriteRune(r)
	}
	out := &logged{}
	for _, handler := range []slog.Handler{slog.NewTextHandler(out, nil), slog.NewJSONHandler(out, nil)} {
		log := NewLogger(slog.New(handler))
		log.With("with", all.String()).Info(all.String(), "text", all.String(), "err", errors.New(all.String()))
	}
	for _, r := range out.String() {
		if r != '\n' && unicode.IsControl(r) {
			t.Errorf("%U is in the log", r)
		}
	}
	if !strings.Contains(out.String(), `\u007f`) {
		t.Errorf("DEL is lost in\n%s", out)
	}
}

func TestTheDatabasesPasswordIsUnreadableInTheLog(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]config.Secret{
		"in its place":    "postgres://noughts:gr%40tis-9@db/noughts",
		"as a parameter":  "postgres://db/noughts?user=noughts&password=gr%40tis-9",
		"of no clear URL": "postgres://noughts:gr@tis-9 %zz@db/noughts",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := &logged{}
			log := NewLogger(out.logger(), config.Config{Token: "abc.def", DatabaseURL: url}.Secrets()...)
			log.Error("cannot connect to "+string(url), "url", string(url), "err", errors.New(`password "gr@tis-9" for noughts at db`))
			text := out.String()
			if strings.Contains(text, "tis-9@") || name != "of no clear URL" && strings.Contains(text, "tis-9") {
				t.Errorf("the password is readable in\n%s", text)
			}
			if !strings.Contains(text, "for noughts at db") {
				t.Errorf("what helps is missing in\n%s", text)
			}
		})
	}
}
