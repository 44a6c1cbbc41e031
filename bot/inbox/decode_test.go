package inbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/game/match"
)

func readText(payload string) (*plan.Request, error) {
	_, r, err := decode([]byte(payload))
	return r, err
}

const alice = `"member":{"user":{"id":"1","username":"alice"}},"locale":"en-US"`

func TestRequests(t *testing.T) {
	t.Parallel()
	option := func(name string, value any) *plan.Option { return &plan.Option{Name: name, Value: value} }
	// The fields that all requests in the table share: a press or command in a server.
	here := plan.Request{ID: "5", App: "99", User: "1", ClientLocale: "en-US", DiscordLocale: "de", Place: match.Place{Guild: "8", Channel: "7", Locale: "de"}}
	for name, c := range map[string]struct {
		payload string
		want    func(r *plan.Request)
	}{
		"a command": {payload("5", 2, `{"type":1,"name":"classic","options":[{"name":"size","value":3},{"name":"clock","value":"60"}]}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Command, "/classic"
			r.Options.List = []*plan.Option{option("size", 3.0), option("clock", "60")}
		}},
		"a user command": {payload("5", 2, `{"type":2,"name":"Challenge","target_id":"3"}`, ""), func(r *plan.Request) {
			r.Kind, r.Path, r.Options.Target = plan.Command, "/user/Challenge", "3"
		}},
		"a message command": {payload("5", 2, `{"type":3,"name":"Quote"}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Command, "/message/Quote"
		}},
		"a completion": {payload("5", 4, `{"type":1,"name":"move","options":[{"name":"square","value":"b","focused":true}]}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Completion, "/move"
			r.Options.List = []*plan.Option{{Name: "square", Value: "b", Focused: true}}
		}},
		"a press": {pressing("5", "/m/abc/3/b2"), func(r *plan.Request) {
			r.Kind, r.Path, r.Message = plan.Press, "/m/abc/3/b2", plan.Message{ID: "6"}
		}},
		"a choice in a private message": {payload("5", 3, `{"custom_id":"/pick/board","values":["m1"]}`, `,"message":{"id":"6","flags":64}`), func(r *plan.Request) {
			r.Kind, r.Path, r.Values, r.Message = plan.Press, "/pick/board", []string{"m1"}, plan.Message{ID: "6", Private: true}
		}},
		"a form": {payload("5", 5, `{"custom_id":"/form","components":[{"type":1,"components":[{"type":4,"custom_id":"text","value":"x"}]}]}`, ""), func(r *plan.Request) {
			r.Kind, r.Path, r.Fields = plan.Form, "/form", map[string]string{"text": "x"}
		}},
		"a thread, with roles": {`{"id":"5","application_id":"99","token":"t","type":3,"guild_id":"8","channel_id":"7","guild_locale":"de","locale":"en-US","app_permissions":"274877906944",
			"channel":{"id":"7","type":11,"parent_id":"77"},"member":{"user":{"id":"1"},"roles":["3","4"],"permissions":"32"},"data":{"custom_id":"/x"}}`, func(r *plan.Request) {
			r.Kind, r.Path, r.Roles, r.May, r.BotMay, r.Parent = plan.Press, "/x", []string{"3", "4"}, 1<<5, 1<<38, "77"
		}},
		"a text channel, of a category": {payload("5", 3, `{"custom_id":"/x"}`, `,"channel":{"id":"7","type":0,"parent_id":"77"},"app_permissions":"x"`), func(r *plan.Request) {
			r.Kind, r.Path, r.Threads = plan.Press, "/x", true
		}},
		"components that are new": {payload("5", 3, `{"custom_id":"/x"}`, `,"message":{"id":"6","components":[{"type":9999,"novelty":true}]},"novelty":[{}]`), func(r *plan.Request) {
			r.Kind, r.Path, r.Message = plan.Press, "/x", plan.Message{ID: "6"}
		}},
		"a direct message": {`{"id":"5","application_id":"99","token":"t","type":3,"channel_id":"7","context":1,"locale":"fr","user":{"id":"1"},"data":{"custom_id":"/x"}}`, func(r *plan.Request) {
			r.Kind, r.Path, r.Direct = plan.Press, "/x", true
			r.ClientLocale, r.DiscordLocale, r.Place = "fr", "", match.Place{Channel: "7", Locale: "fr"}
		}},
		"a group": {`{"id":"5","application_id":"99","token":"t","type":3,"channel_id":"7","context":2,"locale":"fr","user":{"id":"1"},"data":{"custom_id":"/x"}}`, func(r *plan.Request) {
			r.Kind, r.Path = plan.Press, "/x"
			r.ClientLocale, r.DiscordLocale, r.Place = "fr", "", match.Place{Channel: "7", Locale: "fr", Away: true}
		}},
		"a server without the bot": {payload("5", 3, `{"custom_id":"/x"}`, `,"authorizing_integration_owners":{"1":"1"}`), func(r *plan.Request) {
			r.Kind, r.Path, r.Place.Away = plan.Press, "/x", true
		}},
		"a server and a member with the bot": {payload("5", 3, `{"custom_id":"/x"}`, `,"authorizing_integration_owners":{"0":"8","1":"1"}`), func(r *plan.Request) {
			r.Kind, r.Path = plan.Press, "/x"
		}},
		"members": {payload("5", 2, `{"type":1,"name":"challenge","resolved":{"users":{"3":{"id":"3","bot":true},"4":{"id":"4"},"9":null},"members":{"4":{"roles":[]},"9":null},
			"messages":{"1":{"components":[{"type":9999}]}}}}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Command, "/challenge"
			r.Options.Resolved = plan.Resolved{
				Users:   map[string]*plan.User{"3": {Bot: true}, "4": {}, "9": nil},
				Members: map[string]*struct{}{"4": {}, "9": nil},
			}
		}},
		"nothing about members": {payload("5", 2, `{"type":1,"name":"challenge","resolved":{"channels":{"6":{"id":"6","type":0,"permissions":"3072"}}}}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Command, "/challenge"
			r.Options.Resolved.Channels = map[string]*plan.Channel{"6": {Permissions: "3072"}}
		}},
		"a role": {payload("5", 3, `{"component_type":6,"custom_id":"/x","values":["6"],"resolved":{"roles":{"6":{"id":"6","permissions":"8"},"7":null}}}`, ""), func(r *plan.Request) {
			r.Kind, r.Path, r.Values = plan.Press, "/x", []string{"6"}
			r.Options.Resolved.Roles = map[string]*plan.Role{"6": {Permissions: "8"}, "7": nil}
		}},
		"options that are none": {payload("5", 2, `{"type":1,"name":"test","options":[null,{"name":"a","value":null},{"name":"b","value":{}},{"name":"d","value":true,"options":[{}]}]}`, ""), func(r *plan.Request) {
			r.Kind, r.Path = plan.Command, "/test"
			r.Options.List = []*plan.Option{nil, option("a", nil), option("b", map[string]any{}), option("d", true)}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := readText(c.payload)
			if err != nil {
				t.Fatal(err)
			}
			want := here
			c.want(&want)
			if !reflect.DeepEqual(*got, want) {
				t.Errorf("got  %+v\nwant %+v", *got, want)
			}
		})
	}
}

func TestUnreadableInteractions(t *testing.T) {
	t.Parallel()
	for name, payload := range map[string]string{
		"nothing":               `{}`,
		"no JSON":               `{`,
		"another value":         `[]`,
		"no token":              `{"id":"5","channel_id":"7","type":2,"data":{"name":"help"},` + alice + `}`,
		"no id":                 `{"token":"t","channel_id":"7","type":2,"data":{"name":"help"},` + alice + `}`,
		"no channel":            `{"id":"5","token":"t","type":2,"data":{"name":"help"},` + alice + `}`,
		"nobody":                `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"name":"help"}}`,
		"no user":               `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"name":"help"},"member":{}}`,
		"no data":               `{"id":"5","token":"t","channel_id":"7","type":2,` + alice + `}`,
		"null data":             `{"id":"5","token":"t","channel_id":"7","type":3,"data":null,` + alice + `}`,
		"no custom id":          `{"id":"5","token":"t","channel_id":"7","type":3,"data":{},` + alice + `}`,
		"unknown type":          `{"id":"5","token":"t","channel_id":"7","type":77,"data":{"name":"help"},` + alice + `}`,
		"huge type":             `{"id":"5","token":"t","channel_id":"7","type":770,"data":{"name":"help"},` + alice + `}`,
		"data of wrong":         `{"id":"5","token":"t","channel_id":"7","type":2,"data":"help",` + alice + `}`,
		"a path as channel":     `{"id":"5","token":"t","channel_id":"../../x","type":2,"data":{"name":"help"},` + alice + `}`,
		"a word as server":      `{"id":"5","token":"t","channel_id":"7","guild_id":"@me","type":2,"data":{"name":"help"},` + alice + `}`,
		"a word as user":        `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"name":"help"},"member":{"user":{"id":"1 or 2"}}}`,
		"a word as role":        `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"name":"help"},"member":{"user":{"id":"1"},"roles":["all"]}}`,
		"a word as message":     `{"id":"5","token":"t","channel_id":"7","type":3,"message":{"id":"last"},"data":{"custom_id":"/x"},` + alice + `}`,
		"a word as member":      payload("5", 2, `{"type":1,"name":"challenge","options":[{"type":6,"name":"member","value":"@everyone"}]}`, ""),
		"lines as member":       payload("5", 2, `{"type":1,"name":"challenge","options":[{"type":6,"name":"member","value":"1\n2"}]}`, ""),
		"a number as member":    payload("5", 2, `{"type":1,"name":"challenge","options":[{"type":6,"name":"member","value":7}]}`, ""),
		"a path as option":      payload("5", 2, `{"type":1,"name":"team","options":[{"type":7,"name":"channel","value":"../../x"}]}`, ""),
		"a path as target":      payload("5", 2, `{"type":2,"name":"Challenge","target_id":"../3"}`, ""),
		"a path as choice":      payload("5", 3, `{"component_type":8,"custom_id":"/config/log","values":["../3"]}`, ""),
		"zero as member":        payload("5", 3, `{"component_type":5,"custom_id":"/settings/blocked","values":["0"]}`, ""),
		"a path that is known":  payload("5", 2, `{"type":1,"name":"team","resolved":{"channels":{"../../x":{}}}}`, ""),
		"a member that is none": payload("5", 2, `{"type":1,"name":"team","resolved":{"members":{"x":{}}}}`, ""),
		"a huge number":         `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"options":[{"value":1e999}]},` + alice + `}`,
		"too deep":              `{"id":"5","token":"t","channel_id":"7","type":2,"data":{"options":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `},` + alice + `}`,
		"too long":              `{"id":"5","token":"t","channel_id":"7","type":3,"data":{"custom_id":"/x"},` + alice + strings.Repeat(" ", maxInteraction) + `}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if r, err := readText(payload); !errors.Is(err, errUnreadable) {
				t.Errorf("got %+v, %v", r, err)
			}
		})
	}
}

func nested(levels int) string {
	return payload("5", 3, `{"custom_id":"/x"}`, `,"message":{"id":"6","components":[`+
		strings.Repeat(`{"type":17,"components":[`, levels)+strings.Repeat(`]}`, levels)+`]}`)
}

// Decoding takes memory in proportion to the depth of nested components. With discordgo's types,
// twice the depth would take four times the memory.
func TestDecodingIsLinear(t *testing.T) { // not parallel, because it counts allocations
	allocated := func(levels int) uint64 {
		text := nested(levels)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := readText(text); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := allocated(1000), allocated(4000); many > 5*few+64<<10 {
		t.Errorf("1000 levels cost %d bytes and 4000 levels %d", few, many)
	}
}

// FuzzRead compares the result of decode with that of discordgo, if both can read the text.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{`, `[]`, `{"type":1}`, commanding("5"), completing("5"), sending("5"), pressing("5", "/m/m1/1/a1"), pressingPrivately("5", "/pick/board"), nested(3),
		payload("5", 3, `{"custom_id":"/x"}`, `,"message":{"author":{"id":"message","name":"]}\\"{["},"id":"6","flags":64,"embeds":[]},"user":{"id":"2"}`),
		payload("5", 2, `{"type":1,"name":"classic","options":[{"name":"size","type":4,"value":3}]}`, ""),
		payload("5", 2, `{"type":1,"name":"challenge","options":[null,{"name":"member","value":{}}],"resolved":{"users":{"3":null}}}`, ""),
		payload("5", 2, `{"type":2,"name":"Challenge to tic-tac-toe","target_id":"3"}`, `,"user":{"id":"4"},"context":1`),
		payload("5", 3, `{"component_type":3,"custom_id":"/m/m1/1/rows","values":["9",null]}`, `,"authorizing_integration_owners":{"1":"1"}`),
		payload("5", 4, `{"type":1,"name":"watch","options":[{"name":"level_x","focused":true,"value":""}]}`, ""),
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := readText(text)
		if err != nil {
			return
		}
		if r.ID == "" || r.User == "" || r.Kind == 0 || r.Path == "" || r.Place.Channel == "" {
			t.Errorf("%+v came out of %s", r, text)
		}
		if _, err := r.Options.Number("size", 3); err != nil && len(err.Error()) > 1<<10 {
			t.Errorf("a refusal of %d bytes", len(err.Error()))
		}
		var i discordgo.Interaction
		if json.Unmarshal([]byte(text), &i) != nil {
			return
		}
		if got, want := fmt.Sprint(r.ID, r.App, r.Place.Guild, r.Place.Channel, r.ClientLocale, r.User, r.Path), theirs(&i); got != want {
			t.Errorf("read %q, the library %q from %s", got, want, text)
		}
	})
}

func theirs(i *discordgo.Interaction) string {
	user, path := i.User, ""
	if i.Member != nil && i.Member.User != nil && i.Member.User.ID != "" {
		user = i.Member.User
	}
	switch d := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		path = prefixes[d.CommandType] + "/" + d.Name
	case discordgo.MessageComponentInteractionData:
		path = d.CustomID
	case discordgo.ModalSubmitInteractionData:
		path = d.CustomID
	}
	return fmt.Sprint(i.ID, i.AppID, i.GuildID, i.ChannelID, string(i.Locale), user.ID, path)
}
