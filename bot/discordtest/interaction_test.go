package discordtest_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
)

func TestCallbackTypes(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		made := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		bodies := map[int]string{
			1: `{"type":1}`, 4: `{"type":4,"data":{"content":"x"}}`, 5: `{"type":5}`, 6: `{"type":6}`,
			7: `{"type":7,"data":{"content":"y"}}`, 8: `{"type":8,"data":{"choices":[{"name":"n","value":"v"}]}}`,
			9:  `{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":1,"components":[{"type":4,"label":"l","custom_id":"i","style":1}]}]}}`,
			12: `{"type":12}`,
		}
		acts := []struct {
			name    string
			act     func() error
			allowed []int
		}{
			{"command", func() error { _, err := alice.Use(sc.Ctx, "ask", nil); return err }, []int{4, 5, 9}},
			{"user command", func() error { _, err := alice.UseOn(sc.Ctx, "Poke", sc.Bob); return err }, []int{4, 5, 9}},
			{"press", func() error { _, err := alice.Press(sc.Ctx, made.Message.ID, "/a"); return err }, []int{4, 5, 6, 7, 9}},
			{"completion", func() error { _, err := alice.Complete(sc.Ctx, "look", "what", "a", nil); return err }, []int{8}},
		}
		for kind, body := range bodies {
			sc.Bot.Answer = func(Received) any { return body }
			for _, a := range acts {
				err := a.act()
				allowed := slices.Contains(a.allowed, kind)
				if allowed && err != nil || !allowed && !errors.Is(err, discordtest.ErrFailed) {
					t.Errorf("%s answered by type %d: %v", a.name, kind, err)
				}
			}
		}
	})
}

func TestOneInitialResponse(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		for range 2 {
			status, body := sc.Bot.Callback(*it, Pad)
			if status != 400 || !strings.Contains(body, `"code":40060`) {
				t.Errorf("a second response: %d %s", status, body)
			}
			time.Sleep(time.Minute) // fake time: the test runs in a synctest bubble
		}
	})
}

func TestRefusedAnswerCanBeRepeated(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(AskCommands)
		sc.Bot.Answer = func(it Received) any {
			if status, body := sc.Bot.Callback(it, `{"type":4,"data":{"content":"`+X(2001)+`"}}`); status != 400 || HasError(body, "data.content BASE_TYPE_MAX_LENGTH") != nil {
				t.Errorf("long: %d %s", status, body)
			}
			return Pad
		}
		sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		sc.Bot.Answer = func(it Received) any { return `{"type":4,"data":{"content":""}}` }
		_, err := sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil)
		if !errors.Is(err, discordtest.ErrFailed) || !strings.Contains(err.Error(), "50006") {
			t.Errorf("an empty answer: %v", err)
		}
	})
}

func TestWithResponse(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(AskCommands)
		var status int
		var body string
		answerWith := func(callback string) func(Received) any {
			return func(it Received) any {
				path := fmt.Sprintf("/interactions/%s/%s/callback?with_response=True", it.ID, it.Token)
				status, body = sc.Bot.Do("POST", path, callback)
				return nil
			}
		}
		sc.Bot.Answer = answerWith(Pad)
		a := sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		synctest.Wait()
		for _, want := range []string{`"response_message_id":"` + a.Message.ID, `"response_message_loading":false`, `"resource":{"type":4,`, `"content":"pad"`} {
			if status != 200 || !strings.Contains(body, want) {
				t.Errorf("no %s in %d %s", want, status, body)
			}
		}
		sc.Bot.Answer = answerWith(`{"type":5,"data":{"flags":64}}`)
		sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		synctest.Wait()
		if !strings.Contains(body, `"response_message_loading":true,"response_message_ephemeral":true`) || strings.Contains(body, `"message":`) {
			t.Errorf("deferred response %s", body)
		}
	})
}

func TestDeferredMessage(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(`{"type":5,"data":{"flags":32832}}`) // ephemeral and Components V2
		alice := sc.Alice.In(sc.Channel)
		a := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		if a.Message.Flags != discordtest.FlagLoading|discordtest.FlagEphemeral {
			t.Errorf("flags %d: only ephemeral may count", a.Message.Flags)
		}
		var filled discordtest.Message
		sc.Bot.Must("POST", sc.Bot.Hook(it), V2(AText), &filled) // asks for a public message, but the deferred answer made it ephemeral
		if filled.ID != a.Message.ID || filled.Loading() || !filled.Ephemeral() || filled.Flags&discordtest.FlagComponentsV2 == 0 {
			t.Errorf("filled %+v", filled)
		}
		var next discordtest.Message
		sc.Bot.Must("POST", sc.Bot.Hook(it), `{"content":"next"}`, &next)
		if next.ID == a.Message.ID || next.Ephemeral() || next.Reference.MessageID != a.Message.ID || next.Type != 19 {
			t.Errorf("follow-up %+v", next)
		}
		if seen := sc.Bob.In(sc.Channel).Messages(); len(seen) != 1 || seen[0].ID != next.ID {
			t.Errorf("bob sees %+v", seen)
		}
	})
}

func TestDeferredUpdate(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		made := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		sc.WithAnswer(`{"type":6}`)
		sc.Bot.Answer = func(press Received) any { *it = press; return `{"type":6}` }
		a, err := sc.Bob.In(sc.Channel).Press(sc.Ctx, made.Message.ID, "/a")
		if err != nil || a.Message != nil {
			t.Fatalf("%+v %v", a, err)
		}
		sc.Bot.Must("PATCH", sc.Bot.Hook(it)+"/messages/@original", `{"content":"later"}`, nil)
		if seen := alice.Messages(); len(seen) != 1 || seen[0].Content != "later" || seen[0].EditedTimestamp == nil || len(seen[0].Components) != 1 {
			t.Errorf("alice sees %+v", seen)
		}
	})
}

func TestEphemeral(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(`{"type":4,"data":{"flags":64,"content":"secret","components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"/a","label":"A"}]}]}}`)
		alice, bob := sc.Alice.In(sc.Channel), sc.Bob.In(sc.Channel)
		a := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		if len(alice.Messages()) != 1 || len(bob.Messages()) != 0 {
			t.Errorf("alice sees %d, bob %d", len(alice.Messages()), len(bob.Messages()))
		}
		if _, err := bob.Press(sc.Ctx, a.Message.ID, "/a"); !errors.Is(err, discordtest.ErrNotVisible) {
			t.Errorf("bob presses: %v", err)
		}
		path := "/channels/" + sc.Channel.ID + "/messages/" + a.Message.ID
		if status, _ := sc.Bot.Do("PATCH", path, `{"content":"y"}`); status != 404 {
			t.Errorf("edited by the bot token: %d", status)
		}
		var edited discordtest.Message
		sc.Bot.Must("PATCH", sc.Bot.Hook(it)+"/messages/"+a.Message.ID, `{"content":"y","flags":0}`, &edited)
		if !edited.Ephemeral() || edited.Content != "y" {
			t.Errorf("edited %+v", edited)
		}
		sc.Bot.Must("GET", sc.Bot.Hook(it)+"/messages/@original", nil, nil)
		sc.Bot.Must("DELETE", sc.Bot.Hook(it)+"/messages/@original", nil, nil)
		if status, body := sc.Bot.Do("GET", sc.Bot.Hook(it)+"/messages/@original", nil); status != 404 || !strings.Contains(body, "10008") {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestWebhookLife(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer("")
		sc.Bot.Answer = func(got Received) any {
			*it = got
			if status, body := sc.Bot.Do("POST", sc.Bot.Hook(it), `{"content":"early"}`); status != 404 || !strings.Contains(body, "10015") {
				t.Errorf("before the response: %d %s", status, body)
			}
			return Pad
		}
		sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "ask", nil))
		time.Sleep(15*time.Minute - time.Second) // fake time: the test runs in a synctest bubble
		sc.Bot.Must("PATCH", sc.Bot.Hook(it)+"/messages/@original", `{"content":"in time"}`, nil)
		time.Sleep(time.Second)
		if status, body := sc.Bot.Do("PATCH", sc.Bot.Hook(it)+"/messages/@original", `{"content":"late"}`); status != 401 || !strings.Contains(body, "50027") {
			t.Errorf("after fifteen minutes: %d %s", status, body)
		}
	})
}

func TestEdits(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		var legacy, modern, got discordtest.Message
		sc.Bot.Must("POST", path, `{"content":"x"}`, &legacy)
		sc.Bot.Must("POST", path, V2(AText), &modern)
		status, body := sc.Bot.Do("PATCH", path+"/"+legacy.ID, V2(AText))
		if err := HasError(body, "content MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"); status != 400 || err != nil {
			t.Errorf("V2 beside content: %d %v", status, err)
		}
		sc.Bot.Must("PATCH", path+"/"+legacy.ID, `{"flags":32768,"content":null,"components":[`+AText+`]}`, &got)
		if got.Content != "" || got.Flags != discordtest.FlagComponentsV2 || got.EditedTimestamp == nil {
			t.Errorf("made V2: %+v", got)
		}
		if status, body := sc.Bot.Do("PATCH", path+"/"+modern.ID, `{"flags":0,"content":"x"}`); status != 400 {
			t.Errorf("V2 taken back: %d %s", status, body)
		}
		sc.Bot.Must("PATCH", path+"/"+modern.ID, `{"flags":0}`, &got)
		if got.Flags != discordtest.FlagComponentsV2 || len(got.Components) != 1 {
			t.Errorf("V2 kept: %+v", got)
		}
		if status, body := sc.Bot.Do("PATCH", path+"/"+modern.ID, `{"components":[]}`); status != 400 || !strings.Contains(body, "50006") {
			t.Errorf("emptied: %d %s", status, body)
		}
	})
}

func TestMessagesOfOthers(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		path := "/channels/" + sc.Channel.ID + "/messages"
		other := NewBot(t, sc.Server, "other")
		sc.Guild.Install(other.App)
		var m discordtest.Message
		other.Must("POST", path, `{"content":"mine"}`, &m)
		if status, body := sc.Bot.Do("PATCH", path+"/"+m.ID, `{"content":"x"}`); status != 403 || !strings.Contains(body, "50005") {
			t.Errorf("edit: %d %s", status, body)
		}
		if status, body := sc.Bot.Do("DELETE", path+"/"+m.ID, nil); status != 403 || !strings.Contains(body, "50013") {
			t.Errorf("delete: %d %s", status, body)
		}
		for i := range 3 {
			other.Must("POST", path, fmt.Sprintf(`{"content":"%d"}`, i), nil)
		}
		for query, want := range map[string]string{
			"?limit=2": "2 1", "?limit=1&after=" + m.ID: "0", "?after=" + m.ID: "2 1 0", "?before=" + m.ID: "", "": "2 1 0 mine",
		} {
			var listed []discordtest.Message
			sc.Bot.Must("GET", path+query, nil, &listed)
			var said []string
			for _, m := range listed {
				said = append(said, m.Content)
			}
			if got := strings.Join(said, " "); got != want {
				t.Errorf("%s: %q, want %q", query, got, want)
			}
		}
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageMessages)
		sc.Bot.Must("DELETE", path+"/"+m.ID, nil, nil)
	})
}

func TestTokenReachesOnlyItsOwn(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		first := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		second := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		path := sc.Bot.Hook(it) + "/messages/"
		if status, body := sc.Bot.Do("PATCH", path+first.Message.ID, `{"content":"x"}`); status != 404 || HasError(body, "10008") != nil {
			t.Errorf("the message of another interaction: %d %s", status, body)
		}
		sc.Bot.Must("PATCH", path+second.Message.ID, `{"content":"x"}`, nil)
		other := sc.Server.NewApplication("other")
		wrong := "/webhooks/" + other.ID + "/" + it.Token
		if status, body := sc.Bot.Do("POST", wrong, `{"content":"x"}`); status != 401 || HasError(body, "50027") != nil {
			t.Errorf("the token under another application: %d %s", status, body)
		}
	})
}

func TestDismissedMessageCannotBeUpdated(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Channel)
		made := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		sc.Bot.Answer = func(it Received) any {
			if err := sc.Bob.In(sc.Channel).Delete(made.Message.ID); err != nil {
				t.Error(err)
			}
			status, body := sc.Bot.Callback(it, `{"type":7,"data":{"content":"x"}}`)
			if status != 404 || HasError(body, "10008") != nil {
				t.Errorf("updated: %d %s", status, body)
			}
			return `{"type":6}`
		}
		sc.OK(alice.Press(sc.Ctx, made.Message.ID, "/a"))
	})
}

func TestNobodyDeletesABotsMessageInADirectMessage(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.WithAnswer(Pad)
		alice := sc.Alice.In(sc.Server.DirectMessage(sc.Alice, sc.Bot.App.User))
		a := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		if err := alice.Delete(a.Message.ID); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("deleted: %v", err)
		}
	})
}

func TestInteractionObserverSeesWhatTheApplicationGets(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		var seen []discordtest.Delivery
		discordtest.WithInteractionObserver(func(d discordtest.Delivery) { seen = append(seen, d) })(sc.Server)
		sc.Bot.Register(`[{"name":"look","description":"x"}]`)
		var got Received
		sc.Bot.Answer = func(it Received) any {
			got = it
			return `{"type":4,"data":{"content":"looked"}}`
		}
		sc.OK(sc.Alice.In(sc.Channel).Use(sc.Ctx, "/look", nil))
		if len(seen) != 1 || seen[0].Application != sc.Bot.App.ID || !seen[0].Time.Equal(time.Now()) {
			t.Fatalf("observed %+v", seen)
		}
		var observed Received
		if err := json.Unmarshal(seen[0].Interaction, &observed); err != nil {
			t.Fatal(err)
		}
		if observed.ID != got.ID || observed.Token != got.Token || observed.Data.Name != "look" {
			t.Errorf("observed %s, the application got %s", seen[0].Interaction, got.Raw)
		}
	})
}

func TestUserInstallationCanBeTakenBack(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		sc.Bot.Register(`[{"name":"look","description":"x","integration_types":[1],"contexts":[0,1,2]}]`)
		alice := sc.Alice.In(sc.Server.NewGuild("Elsewhere").NewChannel("lounge"))
		alice.Channel().Guild.Add(sc.Alice)
		for _, step := range []struct {
			change func(*discordtest.User)
			offers int
		}{{func(*discordtest.User) {}, 0}, {sc.Bot.App.InstallFor, 1}, {sc.Bot.App.UninstallFor, 0}} {
			step.change(sc.Alice)
			if got := alice.Commands(); len(got) != step.offers {
				t.Errorf("%d commands are offered, want %d", len(got), step.offers)
			}
		}
	})
}

// TestAppPermissions checks the field app_permissions. Outside the guilds that the bot is in, it has exactly the
// permissions that Discord's reference lists.
func TestAppPermissions(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		got := sc.WithAnswer(`{"type":4,"data":{"content":"x"}}`)
		b, alice, bob := sc.Bot, sc.Alice, sc.Bob
		b.App.InstallFor(alice)
		away := b.Server.NewGuild("Away")
		away.Add(alice)
		far := away.NewChannel("far")
		files := discordtest.PermissionAttachFiles | discordtest.PermissionEmbedLinks | discordtest.PermissionMentionEveryone
		for _, c := range []struct {
			where string
			in    *discordtest.Channel
			want  discordtest.Permissions
		}{
			{"its guild", sc.Channel, sc.Channel.Permissions(b.App.User)},
			{"a direct message with it", b.Server.DirectMessage(alice, b.App.User), files | discordtest.PermissionUseExternalEmojis},
			{"a direct message with somebody else", b.Server.DirectMessage(alice, bob), files},
			{"a group message", b.Server.GroupMessage(alice, bob), files},
			{"a guild without it", far, files},
		} {
			sc.OK(alice.In(c.in).Use(t.Context(), "ask", nil))
			var it struct {
				May string `json:"app_permissions"`
			}
			if err := json.Unmarshal(got.Raw, &it); err != nil {
				t.Fatal(err)
			}
			if it.May != c.want.String() {
				t.Errorf("%s: %s, want %s", c.where, it.May, c.want)
			}
		}
	})
}
