package commands

import (
	"encoding/json"
	"testing"

	"noughts/commands/plan"
	"noughts/commands/texts"
)

func TestUnknownCommands(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	refused(t, a.types("chess"), "refuse.command")
	refused(t, a.types("m"), "refuse.command")
	refused(t, a.does(a.request(plan.Command, "/message/classic")), "refuse.command")
	refused(t, a.does(a.request(plan.Form, "/classic")), texts.RefuseOldButton)
	refused(t, a.presses("/classic"), texts.RefuseOldButton) // /classic is the path of a command, so a press with it is refused
	if got := a.completes("resign", "square", "a"); len(got) != 0 {
		t.Errorf("completes %q", got)
	}
}

func TestAnOptionWithoutAValueWasLeftAway(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	accepted(t, a.types("classic", "size", nil, "clock", nil, "first", nil))
	accepted(t, a.types("challenge", "game", "ultimate", "size", nil))
}

// TestUsersOfWhomDiscordSaysNothing checks that a user whom Discord does not describe can be
// challenged, because nothing shows that they have left the server.
func TestUsersOfWhomDiscordSaysNothing(t *testing.T) {
	t.Parallel()
	a := newWorld(t).as(ann)
	r := a.request(plan.Command, "/classic")
	r.Options = typing("opponent", ben)
	r.Options.Resolved = plan.Resolved{}
	pings(t, accepted(t, a.does(r)), ben)
}

func FuzzHandle(f *testing.F) {
	for _, seed := range []string{
		`{}`,
		`{"Kind":1,"Path":"/classic","Options":{"List":[{"name":"size","type":4,"value":3}]}}`,
		`{"Kind":1,"Path":"/move","Options":{"List":[{"name":"square","type":3,"value":"b2"}]}}`,
		`{"Kind":1,"Path":"/challenge","Options":{"List":[null,{"name":"member","value":{}}]}}`,
		`{"Kind":1,"Path":"/user/Challenge to tic-tac-toe","Options":{"Target":"3"}}`,
		`{"Kind":3,"Path":"/m/m1/1/a1"}`,
		`{"Kind":3,"Path":"/m/m1/1/rows","Values":["9"]}`,
		`{"Kind":3,"Path":"/m/m1/1/draw","Message":{"ID":"1","Private":true}}`,
		`{"Kind":3,"Path":"/pick/board","Values":["m1"]}`,
		`{"Kind":2,"Path":"/watch","Options":{"List":[{"name":"level_x","focused":true,"value":""}]}}`,
		`{"Kind":4,"Path":"/form"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, bytes []byte) {
		w := newWorld(t)
		w.as("2").types("classic")
		r := w.as("2").request(0, "")
		if json.Unmarshal(bytes, r) != nil || r.Kind < plan.Command || r.Kind > plan.Form || r.User == "" {
			return // the JSON is not a request
		}
		checkAnswer(t, r, w.carryOut(r))
	})
}
