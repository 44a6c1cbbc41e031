package discordtest_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/object"
)

func TestArchivedThread(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		it := sc.WithAnswer(Pad)
		thread := sc.Channel.NewThread("a game", sc.Alice)
		alice := sc.Alice.In(thread)
		a := sc.OK(alice.Use(sc.Ctx, "ask", nil))
		if !strings.Contains(string(it.Raw), `"parent_id":"`+sc.Channel.ID+`"`) {
			t.Errorf("the bot got %s", it.Raw)
		}
		thread.SetArchived(true)
		if _, err := alice.Use(sc.Ctx, "ask", nil); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("a command: %v", err)
		}
		thread.SetLocked(true)
		if _, err := alice.Press(sc.Ctx, a.Message.ID, "/a"); !errors.Is(err, discordtest.ErrNotAllowed) {
			t.Errorf("a button in a locked one: %v", err)
		}
		thread.SetLocked(false)
		original := sc.Bot.Hook(it) + "/messages/@original"
		if status, body := sc.Bot.Do("PATCH", original, `{"content":"x"}`); status != 400 || HasError(body, "50083") != nil {
			t.Errorf("an edit by the token: %d %s", status, body)
		}
		message := "/channels/" + thread.ID + "/messages/" + a.Message.ID
		if status, body := sc.Bot.Do("PATCH", message, `{"content":"x"}`); status != 400 || HasError(body, "50083") != nil {
			t.Errorf("an edit: %d %s", status, body)
		}
		sc.Bot.Must("POST", sc.Bot.Hook(it), `{"content":"awake"}`, nil)
		if thread.Archived() {
			t.Error("a message did not wake the thread")
		}
		sc.Bot.Must("PATCH", original, `{"content":"x"}`, nil)
	})
}

func TestLockedThread(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		thread := sc.Channel.NewThread("a game", sc.Alice)
		path := "/channels/" + thread.ID + "/messages"
		thread.SetLocked(true)
		if status, body := sc.Bot.Do("POST", path, `{"content":"x"}`); status != 403 || HasError(body, "160005") != nil {
			t.Errorf("locked: %d %s", status, body)
		}
		thread.SetArchived(true)
		if status, body := sc.Bot.Do("POST", path, `{"content":"x"}`); status != 400 || HasError(body, "50083") != nil {
			t.Errorf("locked and archived: %d %s", status, body)
		}
		sc.Guild.Grant(sc.Bot.App.User, discordtest.PermissionManageThreads)
		sc.Bot.Must("POST", path, `{"content":"x"}`, nil)
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionSendInThreads)
		if status, body := sc.Bot.Do("POST", path, `{"content":"x"}`); status != 403 || HasError(body, "50013") != nil {
			t.Errorf("without permission: %d %s", status, body)
		}
		sc.Channel.SetArchived(true)
		sc.Channel.SetLocked(true)
		if sc.Channel.Archived() {
			t.Error("a channel that is no thread was archived")
		}
	})
}

// seenThread has the fields of a thread that the tests check.
type seenThread struct {
	ID       discordtest.Snowflake `json:"id"`
	Type     int                   `json:"type"`
	Name     string                `json:"name"`
	ParentID discordtest.Snowflake `json:"parent_id"`
	OwnerID  discordtest.Snowflake `json:"owner_id"`
	Metadata object.ThreadMetadata `json:"thread_metadata"`
}

func TestThreadsOfBots(t *testing.T) {
	Play(t, func(t *testing.T, sc *Scene) {
		channel := "/channels/" + sc.Channel.ID
		var m discordtest.Message
		var thread seenThread
		sc.Bot.Must("POST", channel+"/messages", `{"content":"x"}`, &m)
		sc.Bot.Must("POST", channel+"/messages/"+m.ID+"/threads", `{"name":"a game","auto_archive_duration":60}`, &thread)
		if thread.ID != m.ID || thread.Type != 11 || thread.ParentID != sc.Channel.ID || thread.OwnerID != sc.Bot.App.User.ID || thread.Metadata.AutoArchive != 60 {
			t.Errorf("thread %+v", thread)
		}
		if len(sc.Channel.Threads()) != 1 || sc.Channel.Threads()[0].Parent() != sc.Channel {
			t.Errorf("threads %v", sc.Channel.Threads())
		}
		sc.Bot.Must("PATCH", "/channels/"+thread.ID, `{"name":"over","archived":true}`, &thread)
		if !thread.Metadata.Archived || thread.Name != "over" {
			t.Errorf("changed %+v", thread)
		}
		for _, c := range []struct{ name, method, path, body, want string }{
			{"second at a message", "POST", channel + "/messages/" + m.ID + "/threads", `{"name":"x"}`, "160004"},
			{"long name", "POST", channel + "/messages/1/threads", `{"name":"` + X(101) + `"}`, "name BASE_TYPE_BAD_LENGTH"},
			{"duration", "POST", channel + "/messages/1/threads", `{"name":"x","auto_archive_duration":61}`, "auto_archive_duration BASE_TYPE_CHOICES"},
			{"unknown message", "POST", channel + "/messages/1/threads", `{"name":"x"}`, "10008"},
			{"still archived", "PATCH", "/channels/" + thread.ID, `{"name":"x"}`, "50083"},
			{"locked without permission", "PATCH", "/channels/" + thread.ID, `{"locked":true}`, "50013"},
			{"a channel", "PATCH", channel, `{"name":"x"}`, "50013"},
		} {
			if status, body := sc.Bot.Do(c.method, c.path, c.body); status < 400 || HasError(body, c.want) != nil {
				t.Errorf("%s: %d %s, want %s", c.name, status, body, c.want)
			}
		}
		time.Sleep(5 * time.Second) // fake time, so that the route's rate limit resets
		sc.Channel.Overwrite(sc.Guild.Everyone(), 0, discordtest.PermissionCreatePublicThreads)
		if status, body := sc.Bot.Do("POST", channel+"/messages/"+m.ID+"/threads", `{"name":"x"}`); status != 403 {
			t.Errorf("without permission: %d %s", status, body)
		}
	})
}

// TestThreadsArchiveThemselves checks that a thread archives itself after its auto_archive_duration without a message.
func TestThreadsArchiveThemselves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := discordtest.NewServer()
		s.StartInMemory()
		defer s.Close()
		guild, alice := s.NewGuild("House"), s.NewUser("alice")
		guild.Add(alice)
		thread := guild.NewChannel("games").NewThread("a game", alice)
		rest := func(d time.Duration) bool {
			time.Sleep(d)
			synctest.Wait()
			return thread.Archived()
		}
		if rest(71 * time.Hour) {
			t.Error("it was archived too soon")
		}
		if _, err := alice.In(thread).Say("here"); err != nil {
			t.Fatal(err)
		}
		if rest(71 * time.Hour) {
			t.Error("a message did not keep it open")
		}
		if !rest(2 * time.Hour) {
			t.Error("it was not archived")
		}
	})
}
