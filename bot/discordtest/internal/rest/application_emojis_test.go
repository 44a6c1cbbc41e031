package rest_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"noughts/bot/discordtest"
	"noughts/bot/discordtest/internal/testbot"
	"noughts/bot/discordtest/internal/world"
	"noughts/bot/discordtest/object"
)

// aPNG is a picture in the form that the API accepts. It has only the first bytes of a PNG, because
// nothing reads the rest.
const aPNG = `data:image/png;base64,iVBORw0KGgo=`

func TestApplicationEmojis(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		var made, got object.ApplicationEmoji
		sc.Bot.Must("POST", path, `{"name":"cross","image":"`+aPNG+`"}`, &made)
		if made.Name != "cross" || made.Animated || !made.Available || made.User.ID != sc.Bot.App.User.ID {
			t.Errorf("made %+v", made)
		}
		if kind, data, ok := sc.Bot.App.EmojiImage(made.ID); !ok || kind != "image/png" || string(data) != "\x89PNG\r\n\x1a\n" {
			t.Errorf("its picture: %q, %q, %v", kind, data, ok)
		}
		for file, want := range map[string]int{made.ID + ".webp": 200, made.ID + ".png?size=48": 200, made.ID: 404, "1.png": 404} {
			status, kind, content := sc.Fetch("https://cdn.discordapp.com/emojis/" + file)
			if status != want || want == 200 && (content != "\x89PNG\r\n\x1a\n" || kind != "image/png") {
				t.Errorf("%s: %d, %q, %q", file, status, kind, content)
			}
		}
		sc.Bot.Must("POST", path, `{"name":"spin","image":"data:image/gif;base64,R0lGODlh"}`, &got)
		if !got.Animated {
			t.Errorf("a GIF: %+v", got)
		}
		var m discordtest.Message
		in := testbot.In(testbot.Row(testbot.Button(`"custom_id":"/a","emoji":{"id":"` + made.ID + `","name":"whatever"}`)))
		sc.Bot.Must("POST", "/channels/"+sc.Channel.ID+"/messages", in, &m)
		if e := m.Components[0].Components[0].Emoji; e == nil || e.ID != made.ID || e.Name != "cross" {
			t.Errorf("button %+v", m.Components[0].Components[0])
		}
		other := testbot.NewBot(t, sc.Server, "other")
		sc.Guild.Install(other.App)
		if status, body := other.Do("POST", "/channels/"+sc.Channel.ID+"/messages", in); status != 400 || !strings.Contains(body, "COMPONENT_INVALID_EMOJI") {
			t.Errorf("another application's: %d %s", status, body)
		}
		var list struct{ Items []object.ApplicationEmoji }
		sc.Bot.Must("GET", path, nil, &list)
		if all := sc.Bot.App.Emojis(); len(list.Items) != 2 || len(all) != 2 || all[0].Name != "cross" {
			t.Errorf("listed %+v, %+v", list, all)
		}
		sc.Bot.Must("DELETE", path+"/"+made.ID, nil, nil)
		if _, _, ok := sc.Bot.App.EmojiImage(made.ID); ok {
			t.Error("the picture of a deleted emoji is still there")
		}
		if status, body := sc.Bot.Do("DELETE", path+"/"+made.ID, nil); status != 404 || testbot.HasError(body, "10014") != nil {
			t.Errorf("deleted: %d %s", status, body)
		}
	})
}

func TestEmojiRules(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		sc.Bot.Must("POST", path, `{"name":"taken","image":"`+aPNG+`"}`, nil)
		for _, c := range []struct{ name, body, want string }{
			{"no name", `{"image":"` + aPNG + `"}`, "name BASE_TYPE_REQUIRED"},
			{"short name", `{"name":"x","image":"` + aPNG + `"}`, "name BASE_TYPE_BAD_LENGTH"},
			{"name with a space", `{"name":"a b","image":"` + aPNG + `"}`, "name STRING_TYPE_REGEX"},
			{"taken name", `{"name":"taken","image":"` + aPNG + `"}`, "name APPLICATION_EMOJI_NAME_ALREADY_TAKEN"},
			{"no image", `{"name":"ab"}`, "image BASE_TYPE_REQUIRED"},
			{"no picture", `{"name":"ab","image":"data:image/png;base64,bm8gcGljdHVyZQ=="}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no bytes", `{"name":"ab","image":"data:image/png;base64,"}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no URI", `{"name":"ab","image":"image/png;base64,iVBORw0KGgo="}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"no base64", `{"name":"ab","image":"data:image/png;base64,*"}`, "image BASE_TYPE_INVALID_IMAGE"},
			{"large picture", `{"name":"ab","image":"data:image/png;base64,` + "iVBORw0KGgoA" + strings.Repeat("AAAA", world.MaxEmojiImage/3) + `"}`, "image BINARY_TYPE_MAX_SIZE"},
		} {
			if status, body := sc.Bot.Do("POST", path, c.body); status != 400 || testbot.HasError(body, c.want) != nil {
				t.Errorf("%s: %d %s", c.name, status, body)
			}
		}
		for i := len(sc.Bot.App.Emojis()); i < world.MaxEmojis; i++ {
			sc.Bot.App.AddEmoji(sc.Alice, fmt.Sprint("emoji", i))
		}
		if status, body := sc.Bot.Do("POST", path, `{"name":"more","image":"`+aPNG+`"}`); status != 400 || testbot.HasError(body, "30008") != nil {
			t.Errorf("the 2001st: %d %s", status, body)
		}
	})
}

func TestEmojisOfTheTeamAreToldFromTheBots(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		sc.Bot.Must("POST", path, `{"name":"cross","image":"`+aPNG+`"}`, nil)
		id := sc.Bot.App.AddEmoji(sc.Alice, "logo")
		var list struct{ Items []object.ApplicationEmoji }
		sc.Bot.Must("GET", path, nil, &list)
		if len(list.Items) != 2 || !list.Items[0].User.Bot || list.Items[1].ID != id || list.Items[1].User.ID != sc.Alice.ID {
			t.Errorf("listed %+v", list)
		}
		if kind, data, ok := sc.Bot.App.EmojiImage(id); !ok || http.DetectContentType(data) != kind {
			t.Errorf("its picture: %q, %q, %v", kind, data, ok)
		}
	})
}

func TestEmojiLimit(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		path := "/applications/" + sc.Bot.App.ID + "/emojis"
		create := func(name string) int {
			status, _ := sc.Bot.Do("POST", path, `{"name":"`+name+`","image":"`+aPNG+`"}`)
			return status
		}
		for i, want := range []int{201, 201, 429, 429} {
			if status := create(fmt.Sprint("emoji", i)); status != want {
				t.Errorf("emoji %d: %d, want %d", i, status, want)
			}
		}
		time.Sleep(45 * time.Minute)
		status, body := sc.Bot.Do("POST", path, `{"name":"early","image":"`+aPNG+`"}`)
		if status != 429 || !strings.Contains(body, `"retry_after":900`) {
			t.Errorf("after 45 minutes: %d %s", status, body)
		}
		sc.Bot.Must("GET", path, nil, nil)
		time.Sleep(15 * time.Minute)
		if status := create("late"); status != 201 {
			t.Errorf("after an hour: %d", status)
		}
	}, discordtest.WithEmojiLimit(2))
}

// TestPicturesAreWhatTheirBytesSay checks that a picture's type comes from its bytes and not from
// the declared type, because discord.js declares every picture as image/jpg.
func TestPicturesAreWhatTheirBytesSay(t *testing.T) {
	testbot.Play(t, func(t *testing.T, sc *testbot.Scene) {
		for name, c := range map[string]struct{ bytes, want string }{
			"png":  {"\x89PNG\r\n\x1a\n", "image/png"},
			"jpeg": {"\xff\xd8\xff\xe0", "image/jpeg"},
			"gif":  {"GIF89a", "image/gif"},
			"webp": {"RIFF\x00\x00\x00\x00WEBPVP", "image/webp"},
			"avif": {"\x00\x00\x00\x1cftypavif", "image/avif"},
		} {
			var made object.ApplicationEmoji
			image := "data:image/jpg;base64," + base64.StdEncoding.EncodeToString([]byte(c.bytes))
			sc.Bot.Must("POST", "/applications/"+sc.Bot.App.ID+"/emojis", map[string]string{"name": name, "image": image}, &made)
			if kind, _, _ := sc.Bot.App.EmojiImage(made.ID); kind != c.want || made.Animated != (name == "gif") {
				t.Errorf("%s is %q, animated: %v", name, kind, made.Animated)
			}
		}
	})
}
