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

// TestWhatCannotBeChosenChangesNothing: values that no menu offers, as old messages or forged
// presses have them.
func TestWhatCannotBeChosenChangesNothing(t *testing.T) {
	t.Parallel()
	many := make([]string, 25+1) // more than menus take
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

// TestNobodyBlocksThemselves: who chooses everybody is left out.
func TestNobodyBlocksThemselves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	accepted(t, w.as(ann).pressesOn(plan.Message{ID: "800", Private: true}, "/settings/blocked", ann, ben))
	if got := w.members[ann].Blocked; !slices.Equal(got, []string{ben}) {
		t.Errorf("blocked are %v", got)
	}
}

// TestFullPages: with everything that can be chosen the pages keep Discord's limits, which
// every answer of a test is checked for.
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
	says(t, accepted(t, w.as(ann).types("settings")), "Your settings")
	r := w.as(ann).request(plan.Command, "/config")
	r.May = discordgo.PermissionAdministrator
	page := accepted(t, w.as(ann).does(r))
	says(t, page, "cannot open threads in")
	says(t, page, "cannot post in <#2> and <#1>")
	if !strings.Contains(script(page), "11:00 PM UTC  default") {
		t.Errorf("the hour is not chosen:\n%s", script(page))
	}
}
