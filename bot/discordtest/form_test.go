package discordtest_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"noughts/bot/discordtest"
)

// A refusal tests one rule that Discord enforces. `bad` is a body that barely breaks the rule,
// `path` is the expected error, and `good` is a body that barely keeps the rule.
type refusal struct {
	rule string
	bad  string
	path string // "components.0.label BASE_TYPE_REQUIRED", or "50006" for an error without a path
	good string
}

// refusalTables have refusals whose bodies are sent the same way.
var refusalTables = []struct {
	name  string
	send  func(v *visitor, body string) (int, string)
	cases []refusal
}{
	{"message", sendMessage, messageRefusals},
	{"message", sendMessage, componentRefusals},
	{"message", sendMessage, layoutRefusals},
	{"files", sendFiles, fileRefusals},
	{"command", sendCommand, commandRefusals},
	{"commands", sendCommands, bulkRefusals},
	{"sequence", sendInTurn, sequenceRefusals},
	{"callback", sendCallback, callbackRefusals},
	{"modal", sendCallback, modalRefusals},
	{"choices", sendChoices, choiceRefusals},
}

// TestRefusals sends the bad body of each refusal, which must be refused with the expected error,
// and the good body, which must be accepted.
func TestRefusals(t *testing.T) {
	t.Parallel()
	s := discordtest.NewServer()
	if err := s.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	for _, table := range refusalTables {
		for _, c := range table.cases {
			t.Run(table.name+"/"+c.rule, func(t *testing.T) {
				status, body := table.send(newVisitor(t, s), c.bad)
				path := c.path
				if table.name == "command" && strings.Contains(path, " ") {
					path = "0." + path // in the list of one command that sendCommand makes
				}
				if status < 400 || status >= 500 {
					t.Errorf("the wrong one got %d %s", status, body)
				} else if err := HasError(body, path); err != nil {
					t.Error(err)
				}
				if status, body := table.send(newVisitor(t, s), c.good); status >= 300 {
					t.Errorf("the right one got %d %s", status, body)
				}
			})
		}
	}
}

// A visitor is a bot that sends the body of one test case.
type visitor struct {
	*Bot
	guild *discordtest.Guild // has a channel and the member alice
	alice *discordtest.User
}

// newVisitor creates a bot for one test case, so that no test case uses up another's rate limits.
func newVisitor(t *testing.T, s *discordtest.Server) *visitor {
	v := &visitor{Bot: NewBot(t, s, "visitor"), guild: s.NewGuild("Guild"), alice: s.NewUser("alice")}
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
	v.Register(AskCommands)
	asked, acted := make(chan Received, 1), make(chan error, 1)
	v.Answer = func(it Received) any { asked <- it; return nil }
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
		Files   []File
	}
	if err := json.Unmarshal([]byte(body), &m); err != nil {
		v.T.Fatal(err)
	}
	return v.Upload(v.guild.Channels()[0], string(m.Payload), m.Files...)
}

func menu(fields string) string { return Row(`{"type":3,"custom_id":"/m",` + fields + `}`) }

func section(components, accessory string) string {
	return V2(`{"type":9,"components":` + components + `,"accessory":` + accessory + `}`)
}

// input returns a modal with one text input and further fields.
func input(fields string) string {
	return Modal(Row(`{"type":4,"label":"l","custom_id":"c","style":1` + fields + `}`))
}
