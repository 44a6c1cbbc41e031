package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/game/match"
)

// An actor sends requests to the commands, as a member in a channel of the test's world.
type actor struct {
	w       *world
	id      string
	guild   string // "" for a direct or group message
	channel string
	direct  bool
	locale  string
}

// `as` returns an actor for a member in the server's channel.
func (w *world) as(id string) actor {
	return actor{w: w, id: id, guild: "500", channel: "600", locale: "en-US"}
}

func (a actor) request(k plan.Kind, path string) *plan.Request {
	r := &plan.Request{
		ID: "1", App: me, User: a.id, Kind: k, Path: path, ClientLocale: a.locale, Direct: a.direct,
		Place: match.Place{Guild: a.guild, Channel: a.channel, Locale: "en-US"},
	}
	r.Read = worldReader{a.w, r}
	if a.guild == "" {
		r.Place.Locale, r.Place.Away = a.locale, true
	}
	return r
}

func (a actor) does(r *plan.Request) answer {
	a.w.t.Helper()
	done := a.w.carryOut(r)
	checkAnswer(a.w.t, r, done)
	return done
}

// types uses a slash command. `options` holds names and values in turn. The value for a member is the member's id.
func (a actor) types(name string, options ...any) answer {
	a.w.t.Helper()
	r := a.request(plan.Command, "/"+name)
	r.Options = typing(options...)
	return a.does(r)
}

// uses sends the user command "Challenge to tic-tac-toe" on a member.
func (a actor) uses(target string) answer {
	a.w.t.Helper()
	r := a.request(plan.Command, "/user/Challenge to tic-tac-toe")
	r.Options = plan.Options{Resolved: resolved(), Target: target}
	return a.does(r)
}

func (a actor) completes(name string, options ...any) []string {
	a.w.t.Helper()
	r := a.request(plan.Completion, "/"+name)
	r.Options = typing(options...)
	r.Options.List[len(r.Options.List)-1].Focused = true
	var offered []string
	for _, c := range a.does(r).Response.Data.Choices {
		offered = append(offered, c.Value.(string))
	}
	return offered
}

func typing(options ...any) plan.Options {
	typed := plan.Options{Resolved: resolved()}
	for i := 0; i < len(options); i += 2 {
		value := options[i+1]
		if n, ok := value.(int); ok {
			value = float64(n)
		}
		typed.List = append(typed.List, &plan.Option{
			Name: options[i].(string), Value: value,
		})
	}
	return typed
}

// Users that Discord describes in requests, besides ann, ben, eve and the bot.
const (
	otherBot = "9001"
	gone     = "1009" // has left the server
)

// resolved returns the users that Discord describes in each request of the tests. The user `gone` is not in the server,
// and the user `otherBot` is another bot.
func resolved() plan.Resolved {
	r := plan.Resolved{Users: map[string]*plan.User{}, Members: map[string]*struct{}{}}
	for _, id := range []string{ann, ben, eve, me, otherBot, gone} {
		r.Users[id] = &plan.User{Bot: id == me || id == otherBot}
		if id != gone {
			r.Members[id] = &struct{}{}
		}
	}
	return r
}

// presses presses the button with a custom id, or chooses values from the menu with that id.
func (a actor) presses(id string, values ...string) answer {
	a.w.t.Helper()
	return a.pressesOn(plan.Message{ID: "800"}, id, values...)
}

func (a actor) pressesOn(m plan.Message, id string, values ...string) answer {
	a.w.t.Helper()
	r := a.request(plan.Press, id)
	r.Values, r.Message = values, m
	r.Options.Resolved = resolved()
	done := a.does(r)
	private := done.private() || m.Private && done.Response.Type == discordgo.InteractionResponseUpdateMessage
	if anew := done.Response.Type == discordgo.InteractionResponseChannelMessageWithSource; done.Err == nil && !private && done.Anew != anew {
		a.w.t.Errorf("the route of %q in presses.go has Anew: %t, but %t is answered\n%s", id, done.Anew, anew, script(done))
	}
	return done
}

// `on` presses the button or menu with the given action on a message. It fails the test if the message has no such
// button or menu that is enabled.
func (a actor) on(message answer, action string, values ...string) answer {
	a.w.t.Helper()
	for _, p := range pressable(message.Response.Data.Components) {
		if p.action() == action {
			return a.pressesOn(plan.Message{ID: "800", Private: message.private() || message.page}, p.id, values...)
		}
	}
	a.w.t.Fatalf("no %q to press in\n%s", action, script(message))
	return answer{}
}

// A press is a button or a menu that a member can use.
type press struct {
	id     string
	values []string // the options of a menu
}

// action returns the last part of the custom id, such as "accept". Buttons that open a whole game end in the game's id:
// for these it returns "replay" or "review".
func (p press) action() string {
	if parts := strings.Split(p.id, "/"); len(parts) == 3 && (parts[1] == "replay" || parts[1] == "review") {
		return parts[1]
	}
	if strings.HasPrefix(p.id, "/review") && strings.Count(p.id, "/") <= 2 {
		return "review"
	}
	return p.id[strings.LastIndexByte(p.id, '/')+1:]
}

func pressable(components []discordgo.MessageComponent) []press {
	var found []press
	for _, component := range components {
		switch c := component.(type) {
		case discordgo.Container:
			found = append(found, pressable(c.Components)...)
		case discordgo.ActionsRow:
			found = append(found, pressable(c.Components)...)
		case discordgo.Button:
			if !c.Disabled && !strings.Contains(c.CustomID, "/taken-") { // a press on a taken square changes nothing
				found = append(found, press{id: c.CustomID})
			}
		case discordgo.SelectMenu:
			p := press{id: c.CustomID}
			switch c.MenuType {
			case discordgo.UserSelectMenu:
				p.values = []string{ben}
			case discordgo.ChannelSelectMenu, discordgo.RoleSelectMenu:
				p.values = []string{"600"}
			default:
			}
			for _, o := range c.Options {
				p.values = append(p.values, o.Value)
			}
			found = append(found, p)
		}
	}
	return found
}
