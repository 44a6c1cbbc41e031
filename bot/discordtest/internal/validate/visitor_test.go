package validate_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"testing"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
)

// A visitor is a bot that sends the body of one test case.
type visitor struct {
	*testbot.Bot
	guild *discordtest.Guild // has a channel and the member alice
	alice *discordtest.User
}

// newVisitor creates a bot for one test case, so that no test case uses up another's rate limits.
func newVisitor(t *testing.T, s *discordtest.Server) *visitor {
	v := &visitor{Bot: testbot.NewBot(t, s, "visitor"), guild: s.NewGuild("Guild"), alice: s.NewUser("alice")}
	v.guild.NewChannel("general")
	v.guild.Add(v.alice)
	v.guild.Install(v.App)
	return v
}

func sendMessage(v *visitor, body string) (int, string) {
	return v.Do("POST", "/channels/"+v.guild.Channels()[0].ID+"/messages", body)
}

func sendCommand(v *visitor, body string) (int, string) {
	return sendCommands(v, "["+body+"]")
}

func sendCommands(v *visitor, body string) (int, string) {
	return v.Do("PUT", "/applications/"+v.App.ID+"/commands", body)
}

// sendInTurn sends several requests that each overwrite all commands of the bot, and returns the last answer. The JSON
// list `body` has the body of each request.
func sendInTurn(v *visitor, body string) (status int, answer string) {
	var bodies []json.RawMessage
	if err := json.Unmarshal([]byte(body), &bodies); err != nil {
		v.T.Fatal(err)
	}
	for _, one := range bodies {
		status, answer = sendCommands(v, string(one))
	}
	return status, answer
}

// sendCallback sends the body as the callback to a slash command.
func sendCallback(v *visitor, body string) (int, string) {
	return v.answers(body, func(ctx context.Context, alice *discordtest.Client) error {
		_, err := alice.Use(ctx, "ask", nil)
		return err
	})
}

// sendChoices sends the body as the callback to an autocompletion.
func sendChoices(v *visitor, body string) (int, string) {
	return v.answers(body, func(ctx context.Context, alice *discordtest.Client) error {
		_, err := alice.Complete(ctx, "look", "what", "a", nil)
		return err
	})
}

// answers lets alice start an interaction by calling `act`, and sends `body` as the callback to that interaction.
func (v *visitor) answers(body string, act func(ctx context.Context, alice *discordtest.Client) error) (int, string) {
	v.Register(testbot.AskCommands)
	asked, acted := make(chan testbot.Received, 1), make(chan error, 1)
	v.Answer = func(it testbot.Received) any { asked <- it; return nil }
	ctx, cancel := context.WithCancel(v.T.Context())
	go func() { acted <- act(ctx, v.alice.In(v.guild.Channels()[0])) }()
	select {
	case err := <-acted:
		cancel()
		v.T.Errorf("the bot was not asked: %v", err)
		return 0, ""
	case it := <-asked:
		status, answer := v.Callback(it, body)
		cancel()
		<-acted // the error does not matter: the server may have refused the callback
		return status, answer
	}
}

// sendFiles posts a message with files as a multipart form.
func sendFiles(v *visitor, body string) (int, string) {
	var m struct {
		Payload json.RawMessage
		Files   []struct {
			Name string
			Size int
		}
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		v.T.Fatal(err)
	}
	var form bytes.Buffer
	w := multipart.NewWriter(&form)
	if err := w.WriteField("payload_json", string(m.Payload)); err != nil {
		v.T.Fatal(err)
	}
	for i, f := range m.Files {
		part, err := w.CreateFormFile(fmt.Sprintf("files[%d]", i), f.Name)
		if err != nil {
			v.T.Fatal(err)
		}
		if _, err := part.Write(make([]byte, f.Size)); err != nil {
			v.T.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		v.T.Fatal(err)
	}
	return v.Send("POST", "/channels/"+v.guild.Channels()[0].ID+"/messages", w.FormDataContentType(), &form)
}
