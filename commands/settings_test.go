package commands

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// TestWhatCannotBeChosenChangesNothing checks that values that no menu offers are refused and
// change no setting. Old messages and forged presses can contain such values.
func TestWhatCannotBeChosenChangesNothing(t *testing.T) {
	t.Parallel()
	many := make([]string, 25+1) // more than a menu can have
	for i := range many {
		many[i] = fmt.Sprint(1000 + i)
	}
	for id, values := range map[string][][]string{
		"/settings/style": {{}, {"woodcut"}, {"box", "plain"}}, "/settings/keypad": {{}, {"phone"}}, "/settings/marks": {{}, {"x"}},
		"/settings/challenges": {{}, {"friends"}}, "/settings/blocked": {{"nobody"}, many}, "/settings/turn": {{}}, "/settings/turn/maybe": {{}},
		"/settings/colour": {{"red"}}, "/settings/colour/yes": {{}},
		"/config/channels": {{"general"}, many}, "/config/roles": {{"1", "1"}, many}, "/config/style": {{}, {"woodcut"}}, "/config/clock": {{}, {"7"}, {"x"}},
		"/config/hour": {{"24"}, {"-1"}, {""}}, "/config/language": {{"xx"}, {}}, "/config/daily": {{"here"}, {"1", "2"}}, "/config/log": {{"here"}},
		"/config/quiet": {{}}, "/config/quiet/maybe": {{}}, "/config/colour": {{"red"}},
	} {
		for _, chosen := range values {
			w := newWorld(t)
			r := w.as(ann).request(plan.Press, id)
			r.Values, r.Message, r.May = chosen, plan.Message{ID: "800", Private: true}, discordgo.PermissionManageGuild
			refused(t, w.as(ann).does(r), texts.RefuseOldButton)
			if len(w.servers) > 0 || len(w.members) > 0 {
				t.Errorf("%s %q changes %v, %v", id, chosen, w.servers, w.members)
			}
		}
	}
}

// TestConfigTakesChannelsOfItsServerAlone checks that a server's settings accept only channels of that server, and channels
// for the bot's posts only if the manager may write there. Channels that the request does not describe are refused.
func TestConfigTakesChannelsOfItsServerAlone(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		there *plan.Channel
		may   map[string]plan.Permissions
		want  bool
	}{
		"of this server":                    {&plan.Channel{Guild: "500"}, map[string]plan.Permissions{"600": 0}, true},
		"while Discord does not list them":  {&plan.Channel{}, nil, true},
		"of which Discord says nothing":     {nil, map[string]plan.Permissions{"600": 0}, false},
		"of another server":                 {&plan.Channel{Guild: "501"}, nil, false},
		"that this server does not have":    {&plan.Channel{}, map[string]plan.Permissions{"601": 0}, false},
		"in a category, of another server":  {&plan.Channel{Parent: "601"}, map[string]plan.Permissions{"601": 0}, false},
		"a thread, in a channel from here":  {&plan.Channel{Type: discordgo.ChannelTypeGuildPublicThread, Parent: "601"}, map[string]plan.Permissions{"601": 0}, true},
		"a thread, in a channel from there": {&plan.Channel{Type: discordgo.ChannelTypeGuildPublicThread, Parent: "602"}, map[string]plan.Permissions{"601": 0}, false},
	} {
		for _, setting := range []string{"channels", "daily", "log"} {
			w := newWorld(t)
			w.may = c.may
			r := w.as(ann).request(plan.Press, "/config/"+setting)
			r.Values, r.Message, r.May = []string{"600"}, plan.Message{ID: "800", Private: true}, discordgo.PermissionManageGuild
			r.Options.Resolved.Channels = map[string]*plan.Channel{"600": c.there}
			for may, writes := range map[string]bool{"274877910016": true, "": false, "0": false, "1024": false, "2048": false} {
				if c.there != nil {
					c.there.Permissions = may
				}
				clear(w.servers)
				if w.as(ann).does(r); (len(w.servers) == 1) != (c.want && (writes || setting == "channels")) {
					t.Errorf("%s, %s, with the permissions %q: %v", setting, name, may, w.servers)
				}
			}
			if c.there != nil {
				c.there.Permissions = "274877910016" // may see, write, and write in threads
			}
		}
		w := newWorld(t)
		w.may = c.may
		r := w.as(ann).request(plan.Command, "/team")
		r.Options = typing("channel", "600")
		r.Place.Channel = "599"
		r.Options.Resolved.Channels = map[string]*plan.Channel{"600": c.there}
		if w.as(ann).does(r); (len(w.records) == 1) != c.want {
			t.Errorf("a team in a channel %s: %v", name, w.records)
		}
	}
}

func TestOptionsTakeIDsAlone(t *testing.T) {
	t.Parallel()
	for _, id := range []any{"@everyone", "1\n2", "../../x", "", "0", "01", 7, true, strings.Repeat("1", 21)} {
		w := newWorld(t)
		for command, option := range map[string]string{
			"challenge": "member", "classic": "opponent", "ultimate": "opponent", "profile": "member", "history": "member", "team": "channel",
		} {
			refused(t, w.as(ann).types(command, option, id), "refuse.option")
		}
		if len(w.records) > 0 {
			t.Errorf("%q begins %v", id, w.records)
		}
	}
	w := newWorld(t)
	refused(t, w.as(ann).presses("/play/classic/friend", "@everyone"), texts.RefuseOldButton)
	refused(t, w.as(ann).presses("/play/classic/friend"), texts.RefuseOldButton)
}

func TestNobodyBlocksThemselves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).pressesOn(plan.Message{ID: "800", Private: true}, "/settings/blocked", ann, ben))
	if got := w.members[ann].Blocked; !slices.Equal(got, []string{ben}) {
		t.Errorf("blocked are %v", got)
	}
}

// TestFullPages draws the pages of settings with the longest possible values. The check of every
// answer verifies Discord's limits.
func TestFullPages(t *testing.T) {
	t.Parallel()
	many := make([]string, match.MaxPlaces)
	for i := range many {
		many[i] = fmt.Sprint(uint64(1)<<62 + uint64(i))
	}
	w := newWorld(t)
	w.members[ann] = match.Member{
		ID: ann, Style: "ansi", Keypad: match.NumericKeypad, Marks: "fox", Challengers: match.FromServer, ChallengeServer: "77", Blocked: many,
	}
	w.servers["500"] = match.Server{
		ID: "500", Channels: many, Roles: many, Threads: true, Style: "emoji", Clock: time.Hour, Locale: "en-US", DailyChannel: "1", DailyHour: 23, LogChannel: "2",
	}
	w.may = map[string]plan.Permissions{}
	private := plan.Message{ID: "800", Private: true}
	says(t, accepted(t, w.as(ann).types("settings")), "Your settings")
	for _, tab := range []string{"boards", "others", "data"} {
		says(t, accepted(t, w.as(ann).pressesOn(private, "/settings/tab/"+tab)), "Your settings")
	}
	refused(t, w.as(ann).pressesOn(private, "/settings/tab/all"), texts.RefuseOldButton)
	r := w.as(ann).request(plan.Command, "/config")
	r.May = discordgo.PermissionAdministrator
	page := accepted(t, w.as(ann).does(r))
	says(t, page, "can't open threads in")
	says(t, page, "can't post in <#2> and <#1>")
	for tab, want := range map[string]string{"where": "/config/roles", "games": "/config/keep", "posts": "11:00 PM UTC  default"} {
		r := w.as(ann).request(plan.Press, "/config/tab/"+tab)
		r.May, r.Message = discordgo.PermissionAdministrator, private
		page := accepted(t, w.as(ann).does(r))
		says(t, page, "can't post in <#2> and <#1>")
		if !strings.Contains(script(page), want) {
			t.Errorf("the tab %s has no %s:\n%s", tab, want, script(page))
		}
	}
}
