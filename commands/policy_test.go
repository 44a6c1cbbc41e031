package commands

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Channels and roles of the test server, "500".
const (
	games    = "600"
	lounge   = "601"
	ofGames  = "602" // a thread of the channel games
	ofLounge = "603"
	players  = "700" // a role
)

// TestPolicy checks the access to every route for all kinds of members, channels and server settings.
func TestPolicy(t *testing.T) {
	t.Parallel()
	const writes = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads
	whos := map[string]struct {
		roles []string
		may   plan.Permissions
	}{
		"a player": {[]string{"1", players}, writes}, "another": {[]string{"1"}, writes}, "a silent member": {[]string{"1"}, writes &^ discordgo.PermissionSendMessages},
		"a member who may not write in threads": {[]string{"1"}, writes &^ discordgo.PermissionSendMessagesInThreads},
		"an organiser":                          {[]string{"1"}, discordgo.PermissionManageEvents | writes},
		"a manager":                             {nil, discordgo.PermissionManageGuild | writes},
		"an administrator":                      {nil, discordgo.PermissionAdministrator},
	}
	wheres := map[string]struct{ guild, channel, parent string }{
		"games": {"500", games, ""}, "lounge": {"500", lounge, ""}, "a thread of games": {"500", ofGames, games},
		"a thread of lounge": {"500", ofLounge, lounge}, "a direct message": {"", "9", ""},
	}
	servers := map[string]match.Server{
		"nothing chosen": {}, "channels": {Channels: []string{games, "1"}}, "roles": {Roles: []string{players}},
		"both": {Channels: []string{games}, Roles: []string{players, "2"}}, "everybody's role": {Roles: []string{"500"}},
	}
	w := newWorld(t)
	c := w.Commands
	asked := 0
	for kind, table := range c.routes {
		for _, pattern := range table.Patterns() {
			for server, settings := range servers {
				for who, by := range whos {
					for where, at := range wheres {
						r := &plan.Request{Kind: plan.Kind(kind), Path: example(pattern), User: ann, ClientLocale: "en-US", Place: match.Place{Guild: at.guild, Channel: at.channel}}
						r.Read, r.Roles, r.May, r.Parent = worldReader{w, r}, by.roles, by.may, at.parent
						route := c.Route(r)
						r.Language = r.Texts.ForLocale(r.ClientLocale)
						if route.Pattern != pattern {
							t.Fatalf("%s leads to %s", r.Path, route.Pattern)
						}
						if at.guild != "" {
							r.Server = settings
						}
						in := at.guild == "" || len(r.Server.Channels) == 0 || strings.Contains(where, "games")
						has := at.guild == "" || len(r.Server.Roles) == 0 || who == "a player" || server == "everybody's role"
						manages := strings.HasPrefix(who, "a manager") || who == "an administrator"
						speaks := at.guild == "" || at.parent == "" && who != "a silent member" || at.parent != "" && !strings.Contains(who, "in threads")
						want := texts.Key("")
						switch {
						case route.Access == plan.Plays && !in:
							want = refuseChannels
						case route.Access == plan.Plays && !has:
							want = "refuse.roles"
						case route.Access == plan.Manages && at.guild == "":
							want = "refuse.no_server"
						case route.Access == plan.Manages && !manages:
							want = "refuse.manage"
						case route.Access == plan.Organises && at.guild == "":
							want = "refuse.no_server"
						case route.Access == plan.Organises && !manages && who != "an organiser":
							want = "refuse.organise"
						case route.Access == plan.Organises && !in:
							want = refuseChannels
						case route.Access != plan.Anyone && route.Access != plan.Manages && (route.Anew || r.Kind == plan.Command) && !speaks:
							want = "refuse.write"
						}
						if got := policyOf(route, r); got != want {
							t.Errorf("%s of %s in %s with %s: %q, want %q", r.Path, who, where, server, got, want)
						}
						asked++
					}
				}
			}
		}
	}
	if asked < 3000 {
		t.Errorf("only %d requests", asked)
	}
}

// policyOf returns the key of the policy's refusal for a request, "" if the policy allows it.
func policyOf(route plan.Route, r *plan.Request) texts.Key {
	_, err := route.Handle(r)
	var refusal *plan.Refusal
	if errors.As(err, &refusal) && slices.Contains([]texts.Key{refuseChannels, "refuse.roles", "refuse.no_server", "refuse.manage", "refuse.organise", "refuse.write"}, refusal.Key) {
		return refusal.Key
	}
	return ""
}

// example returns a path that matches a pattern.
func example(pattern string) string {
	parts := strings.Split(pattern, "/")
	for i, part := range parts {
		switch part {
		case "{match}":
			parts[i] = "m1"
		case "{version}", "{page}", "{board}", "{column}":
			parts[i] = "1"
		default:
			if strings.Contains(part, "{") {
				parts[i] = part[:strings.Index(part, "{")] + "1"
			}
		}
	}
	return strings.Join(parts, "/")
}

func TestWhatBeginsAGameIsGuarded(t *testing.T) {
	t.Parallel()
	plays := []string{
		"/challenge", "/classic", "/team", "/ultimate", "/watch", "/user/Challenge to tic-tac-toe",
		"/m/{match}/{version}/accept", "/m/{match}/{version}/again", "/m/{match}/{version}/level-{level}",
		"/m/{match}/{version}/next-game", "/m/{match}/{version}/next-play", "/m/{match}/{version}/own", "/m/{match}/{version}/rematch",
		"/next/{match}/{version}/play", "/play/friend", "/play/{game}", "/play/{game}/friend",
		"/review/{game}/{ply}/level", "/review/{game}/{ply}/rival", "/t/{tournament}/join",
	}
	c := New(texts.Load(), "", Installed{})
	var guarded []string
	for kind, table := range c.routes {
		for _, pattern := range table.Patterns() {
			r := &plan.Request{Kind: plan.Kind(kind), Path: example(pattern)}
			if r.Kind != plan.Completion && c.Route(r).Access == plan.Plays {
				guarded = append(guarded, pattern)
			}
		}
	}
	slices.Sort(plays)
	slices.Sort(guarded)
	if !slices.Equal(guarded, plays) {
		t.Errorf("guarded are\n%q, want\n%q", guarded, plays)
	}
}

// TestWhereGamesArePlayed checks that a refusal names some of the channels or roles and counts the others.
func TestWhereGamesArePlayed(t *testing.T) {
	t.Parallel()
	many := make([]string, 13)
	for i := range many {
		many[i] = fmt.Sprint(600 + i)
	}
	for _, test := range []struct {
		channels, roles []string
		want            string
	}{
		{[]string{"601"}, nil, "Games are played in <#601>."},
		{[]string{"601", "602"}, nil, "Games are played in <#601> and <#602>."},
		{many[1:12], nil, "<#610> and 1 more channel."},
		{nil, []string{"1"}, "Games here are for <@&1>."},
		{nil, many, "<@&609> and 3 more roles."},
	} {
		w := newWorld(t)
		r := w.as(ann).request(plan.Command, "/classic")
		r.Server = match.Server{Channels: test.channels, Roles: test.roles}
		done := w.as(ann).does(r)
		says(t, done, test.want)
		if pings(t, done); !done.private() || len(w.records) > 0 {
			t.Errorf("everybody sees it, or a game has begun:\n%s", script(done))
		}
	}
}

func TestNothingBeginsWhereTheSettingsAreUnknown(t *testing.T) {
	t.Parallel()
	w, message := friends(t)
	r := w.as(ann).request(plan.Command, "/classic")
	r.ServerErr = errors.New("the store is down")
	refused(t, w.as(ann).does(r), "refuse.unknown")
	r = w.as(ann).request(plan.Press, "/m/m1/2/a1")
	r.Message, r.ServerErr = plan.Message{ID: "800"}, errors.New("the store is down")
	accepted(t, w.as(ann).does(r))
	offers(t, message, "a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3", "more")
}
