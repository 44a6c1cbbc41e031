package bot

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

func TestSecretsAreUnreadableInTheLog(t *testing.T) {
	t.Parallel()
	const token = "MTk4.Cl2FMQ.ZnCjm1XVW7vRze4b7Cq4se7kKWs"
	out := &logged{}
	log := newLogger(out.logger(), token)
	failed := errors.New(`Post "https://discord.com/api/v9/interactions/12/aW50ZXI6/callback?with_response=true": EOF`)
	log.Info("with "+token, "token", token, "err", failed, slog.Group("g", "inner", token, "n", 3))
	log.With("header", "Bot "+token).WithGroup("more").Warn("x", "any", map[string]string{"a": token})
	log.Error("webhook", "url", "https://discord.com/api/v9/webhooks/12/aW50ZXI6/messages/@original",
		"payload", `{"type":2,"token":"aW50ZXI6","id":"3"}`, "secret", Secret(token))
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

func TestTheLibrarysLogShowsNoStructures(t *testing.T) {
	t.Parallel()
	out := &logged{}
	log := newLogger(out.logger(), "abc.def")
	event := &discordgo.Event{Operation: 0, Type: "READY", RawData: []byte(`{"session_id":"s3cret"}`)}
	logLibrary(log, discordgo.LogWarning, "Expected READY/RESUMED, instead got:\n%#v\n", []any{event})
	logLibrary(log, discordgo.LogError, "error reading from gateway %s websocket, %s", []any{"wss://a", errors.New("EOF abc.def")})
	logLibrary(log, discordgo.LogWarning, "%v %v", []any{discordgo.Identify{Token: "abc.def"}, nil})
	logLibrary(log, discordgo.LogDebug, "Identify Packet: \n%#v", []any{"abc.def"})
	logLibrary(log, discordgo.LogInformational, "called", nil)
	logLibrary(log, discordgo.LogWarning, strings.Repeat("x", 5000), nil)
	text := out.String()
	for _, hidden := range []string{"s3cret", "abc.def", "Identify Packet", "msg=\"discordgo: called", strings.Repeat("x", longestLibraryLine+1)} {
		if strings.Contains(text, hidden) {
			t.Errorf("%.40q is shown in\n%s", hidden, text)
		}
	}
	if !strings.Contains(text, "EOF") || !strings.Contains(text, "READY") {
		t.Errorf("what helps is missing in\n%s", text)
	}
}

func TestTheDatabasesPasswordIsUnreadableInTheLog(t *testing.T) {
	t.Parallel()
	for name, url := range map[string]Secret{
		"in its place":    "postgres://noughts:gr%40tis-9@db/noughts",
		"as a parameter":  "postgres://db/noughts?user=noughts&password=gr%40tis-9",
		"of no clear URL": "postgres://noughts:gr@tis-9 %zz@db/noughts",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			out := &logged{}
			log := newLogger(out.logger(), Config{Token: "abc.def", DatabaseURL: url}.secrets()...)
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
