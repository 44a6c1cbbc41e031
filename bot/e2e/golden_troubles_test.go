package e2e

import (
	"errors"
	"strconv"
	"time"

	"noughts/bot"
	"noughts/bot/store"
)

// deliversAgain is a golden scenario in which Discord delivers each interaction again: to the same process, to a new
// process on the same store, and to a new process after the first answer was lost.
func deliversAgain(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	elsewhere := func() {
		s.restarts(func() {})
		s.again()
		s.restarts(func() { s.discord.loses("token" + strconv.Itoa(s.number)) })
		s.again()
	}
	alice.uses("/classic style:plain")
	s.again()
	elsewhere()
	alice.presses("b2")
	s.again()
	elsewhere()
	alice.uses("/move square:c3")
	elsewhere()
	alice.pressesMore("resign")
	alice.presses("resign-yes")
	elsewhere()
	alice.presses("rematch")
	elsewhere()
	alice.uses("/challenge member:@bob style:plain")
	bob.presses("accept")
	elsewhere()
	bob.presses("b2") // out of turn
	elsewhere()
	alice.completes("/move square:a")
	s.again()
}

// sendsStrangeThings is a golden scenario of well-formed interactions with names and custom ids that the bot does not
// know.
func sendsStrangeThings(s *stage) {
	alice := s.as("alice")
	alice.uses("/classic style:plain")
	alice.uses("/dance")
	alice.usesOn("Poke", "bob")
	alice.sends("uses a message command", 2, nil, object{"id": "1", "name": "Pin", "type": 3, "target_id": messageID(1)})
	alice.sends("opens the app", 2, nil, object{"id": "1", "name": "launch", "type": 4})
	alice.completes("/dance step:1")
	alice.completes("/help what:1")
	for _, id := range []string{
		"b2", "/", "//", "/m", "/m/m1/", "/m/m1/1", "/m/m1/1/", "/m/m1/0/b2", "/m/m1/-1/b2", "/m/m1/x/b2", "/m/m1/99999999999999999999/b2",
		"/m/m1/7/b2", "/m/m1/1/j9", "/m/m1/1/d4", "/m/m1/1/dance", "/m/m1/1/board-0", "/m/m1/1/board-5", "/m/m1/1/board-x", "/m/m1/1/from-a1", "/m/m1/1/draw-sure",
		"/m/m1/1/b2/more", "/m/nosuchmatch/1/b2", "/m/no-such-match/1/b2", "/m/nosuchmatch/1/rematch", "/m/nosuchmatch/1/claim",
		"/m/m1/1/claim", "/m/m1/1/stop", "/m/m1/1/accept", "/m/m1/1/decline", "/m/m1/1/withdraw", "/m/m1/1/draw-yes", "/m/m1/1/takeback-no",
		"/pick", "/pick/", "/pick/board", "/pick/move/b2", "/pick/dance", "/x/m1/1/b2", "/user/Challenge to tic-tac-toe", "/help",
	} {
		alice.pressesOn(messageID(1), id)
	}
	alice.pressesOn(messageID(1), "/m/m1/1/b2", "a", "b")
	alice.sends("submits a form", 5, nil, object{"custom_id": "/m/m1/1/b2", "components": []any{}})
}

// sendsBrokenInteractions is a golden scenario of interactions that Discord never sends.
func sendsBrokenInteractions(s *stage) {
	alice := s.as("alice")
	classic := func(options ...any) object {
		return object{"id": "1", "name": "classic", "type": 1, "options": options}
	}
	alice.sends("uses /classic with a null", 2, nil, classic(object{"name": "size", "type": 4, "value": nil}))
	alice.sends("uses /classic with a text for a number", 2, nil, classic(object{"name": "size", "type": 4, "value": "3"}))
	alice.sends("uses /classic with a fraction", 2, nil, classic(object{"name": "size", "type": 4, "value": 3.5}))
	alice.sends("uses /classic with a number for a text", 2, nil, classic(object{"name": "level", "type": 3, "value": 3}))
	alice.sends("uses /classic with an option that is null", 2, nil, classic(nil))
	alice.sends("uses /classic with a member that is not resolved", 2, nil, classic(object{"name": "opponent", "type": 6, "value": ids["bob"]}))
	alice.sends("uses /move without a square", 2, nil, object{"id": "1", "name": "move", "type": 1})
	alice.sends("uses a command without a name", 2, nil, object{"id": "1", "type": 1})
	alice.sends("uses a member's command on nobody", 2, nil, object{"id": "1", "name": "Challenge to tic-tac-toe", "type": 2})
	for _, broken := range []struct {
		title  string
		change func(object)
	}{
		{"without a member", func(i object) { delete(i, "member") }},
		{"without a user", func(i object) { i["member"] = member() }},
		{"without a token", func(i object) { delete(i, "token") }},
		{"without an id", func(i object) { delete(i, "id") }},
		{"without data", func(i object) { delete(i, "data") }},
		{"with data of a press", func(i object) { i["data"] = object{"custom_id": "/m/m1/1/b2", "component_type": 2} }},
		{"of type 99", func(i object) { i["type"] = 99 }},
		{"of a text type", func(i object) { i["type"] = "2" }},
		{"without a channel", func(i object) { delete(i, "channel_id"); delete(i, "channel") }},
		{"without a locale", func(i object) { delete(i, "locale"); delete(i, "guild_locale") }},
		{"without owners", func(i object) { delete(i, "authorizing_integration_owners"); delete(i, "context") }},
		{"with a strange id", func(i object) { i["id"] = "abc" }},
		{"of five seconds ago", func(i object) { i["id"] = snowflake(time.Now().Add(-5*time.Second), alice.number) }},
	} {
		alice.sendsChanged("uses /classic "+broken.title, 2, nil, commandData("/classic style:plain", inGames), broken.change)
	}
	alice.uses("/classic style:plain")
	for _, odd := range []struct {
		title   string
		message any
	}{
		{"without a message", nil},
		{"on a message that is a text", "message"},
		{"on a message of other components", object{"id": messageID(1), "channel_id": ids["games"], "flags": 32768, "components": []any{object{"type": 99, "x": 1}}}},
		{"on a message of its id alone", object{"id": messageID(1)}},
	} {
		alice.sendsChanged("presses "+odd.title, 3, nil, object{"custom_id": "/m/" + string(s.transcript.matchID(len(s.transcript.ids))) + "/1/rules", "component_type": 2},
			func(i object) { i["message"] = odd.message })
	}
}

// waitsForTheComputer is a golden scenario in which the computer thinks longer than Discord waits for an answer.
func waitsForTheComputer(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	s.computer.thinks = 3 * time.Second
	alice.uses("/classic rated:casual")
	alice.presses("b2")
	alice.pressesOn(messageID(1), "/m/m1/2/c3")
	bob.pressesOn(messageID(1), "/m/m1/2/c3")
	s.waits(3 * time.Second)
	alice.presses("c3")
	alice.uses("/board") // while the computer thinks
	s.waits(4 * time.Second)
	alice.presses("a2")
	alice.pressesMore("takeback") // while the computer thinks
	s.waits(4 * time.Second)
	alice.presses("a2")
	alice.uses("/resign") // while the computer thinks
	s.waits(4 * time.Second)
	alice.uses("/ultimate first:them clock:30 style:box")
	s.waits(4 * time.Second)
	s.computer.thinks = time.Hour
	alice.presses("c3")
	s.waits(time.Minute)
	alice.in(abroad).uses("/classic style:plain")
	s.computer.thinks = time.Second
	alice.in(abroad).presses("b2")
	s.waits(2 * time.Second)
}

// waitsForTheStore is a golden scenario with a slow store, so that the bot defers its answers.
func waitsForTheStore(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	slowly := func() { s.kept.reads = 2 * time.Second }
	alice.uses("/classic style:plain")
	s.restarts(slowly) // so that nothing is cached
	alice.uses("/games")
	s.waits(5 * time.Second)
	s.restarts(slowly)
	alice.uses("/board")
	s.waits(5 * time.Second)
	s.restarts(slowly)
	alice.presses("b2")
	s.waits(5 * time.Second)
	s.restarts(slowly)
	bob.presses("c3")
	s.waits(5 * time.Second)
	s.restarts(slowly)
	alice.completes("/move square:c")
	s.waits(5 * time.Second)
	alice.presses("c3") // the bot has this match in its cache
}

// meetsAFault is a golden scenario in which the bot panics on one match. The bot keeps running, and another match goes
// on.
func meetsAFault(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic style:plain")
	bob.uses("/classic style:plain")
	s.restarts(func() { s.kept.broken[s.transcript.matchID(1)] = errPanic })
	alice.pressesOn(messageID(1), "/m/m1/1/a1")
	bob.presses("a3")
}

func littleRoom(_ *bot.Config, deps *bot.Deps) { deps.Limits.Jobs, deps.Limits.JobsOfMatch = 2, 1 }

// crowds is a golden scenario in which members press more often at once than the job queues can hold.
func crowds(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic style:plain")
	s.restarts(func() { s.kept.reads = 2 * time.Second })
	alice.presses("a3")
	alice.presses("b2") // on the same match
	bob.uses("/board")
	carol.uses("/board")
	carol.completes("/move square:a")
	s.waits(10 * time.Second)
	carol.uses("/help")
}

func slowServer(_ *bot.Config, deps *bot.Deps) {
	deps.Limits.Server.PerSecond, deps.Limits.Server.Burst = 0.1, 3
}

// raids is a golden scenario in which the members of one server together exceed the server's rate limit.
func raids(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic style:plain")
	for range 2 {
		alice.uses("/help")
		bob.uses("/help")
		carol.presses("b2")
	}
	alice.in(inDirect).uses("/help")
	alice.in(abroad).uses("/help")
}

// outlivesTheBot is a golden scenario of games that continue after restarts, with a running clock and with a thinking
// computer.
func outlivesTheBot(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic opponent:@bob clock:60")
	bob.presses("accept")
	alice.in(inLobby).uses("/classic style:plain")
	s.restarts(func() {}) // while the clock runs
	alice.in(inGames).presses("a1")
	s.computer.thinks = time.Hour
	alice.in(inLobby).presses("b2")
	s.restarts(func() { s.computer.thinks = 0 }) // while the computer thinks
	s.waits(10 * time.Second)
	alice.in(inLobby).presses("c3")
	bob.uses("/games")
	bob.uses("/board")
	alice.pressesOn(messageID(1), "/m/m1/3/b2")
	s.waits(time.Hour)
	alice.in(inLobby).presses("a3")
}

// losesAMatch is a golden scenario of presses on a corrupt match and on a match that the store fails to load.
func losesAMatch(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic style:plain")
	bob.uses("/classic style:plain")
	s.restarts(func() {
		s.kept.broken[s.transcript.matchID(1)] = store.ErrCorrupt
		s.kept.broken[s.transcript.matchID(2)] = errors.New("the disk is on fire")
	})
	for _, action := range []string{"b2", "more", "describe", "rules", "resign", "draw", "takeback", "rematch", "claim"} {
		alice.pressesOn(messageID(1), "/m/m1/1/"+action)
		bob.pressesOn(messageID(2), "/m/m2/1/"+action)
	}
	alice.pressesOn(messageID(1), "/pick/board", string(s.transcript.matchID(1)))
	alice.pressesOn(messageID(1), "/pick/move/b2", string(s.transcript.matchID(1)))
}

func runsOutOfTime(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic clock:30")
	alice.presses("b2")
	s.waits(40 * time.Second)
	alice.pressesOn(messageID(1), "/m/m1/3/c3")
	alice.uses("/classic opponent:@bob clock:60 first:them")
	bob.presses("accept")
	s.waits(30 * time.Second)
	bob.presses("c3")
	s.waits(62 * time.Second)
	alice.presses("rematch")
	s.waits(10*time.Minute - 900*time.Millisecond)
	bob.presses("accept") // too late, but before the ticker has ended the challenge
	alice.uses("/classic opponent:@bob clock:30 style:plain")
	bob.presses("accept")
	s.waits(29*time.Second + 50*time.Millisecond)
	alice.presses("a1") // also too late, but before the ticker has ended the game
}

// claimsTheTime is a golden scenario in which a player claims a win on time where the bot cannot edit its message. Only
// the opponent of the late player can end the game.
func claimsTheTime(s *stage) {
	alice, bob, carol := s.as("alice").in(abroad), s.as("bob").in(abroad), s.as("carol").in(abroad)
	alice.uses("/classic opponent:@bob clock:60")
	bob.presses("accept")
	bob.presses("claim")
	carol.presses("claim")
	s.waits(30 * time.Second)
	alice.presses("a1")
	s.waits(70 * time.Second)
	carol.pressesOn(messageID(1), "/m/m1/3/claim")
	alice.pressesOn(messageID(1), "/m/m1/3/claim")
	bob.pressesOn(messageID(1), "/m/m1/3/claim")
}

func fewGames(_ *bot.Config, deps *bot.Deps) {
	deps.Limits.OpenMember, deps.Limits.OpenChannel, deps.Limits.OpenServer = 2, 3, 4
}

func fillsUp(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic style:plain")
	alice.in(inLobby).uses("/classic style:plain")
	alice.uses("/classic style:plain")
	alice.usesOn("Challenge to tic-tac-toe", "bob")
	bob.uses("/challenge style:plain")
	bob.uses("/watch style:plain")
	carol.uses("/classic style:plain")
	carol.in(inLobby).uses("/classic style:plain")
	alice.presses("accept") // Accepting counts like starting a game, and alice has two open games already.
	alice.in(inDirect).uses("/classic style:plain")
}

func slowMembers(_ *bot.Config, deps *bot.Deps) {
	deps.Limits.Member.PerSecond, deps.Limits.Member.Burst = 0.1, 3
	deps.Limits.Typing.PerSecond, deps.Limits.Typing.Burst = 0.1, 1
}

func hurries(s *stage) {
	alice := s.as("alice")
	alice.completes("/classic level:r")
	alice.completes("/classic level:ra")
	alice.uses("/classic style:plain")
	alice.presses("b2")
	alice.presses("c3")
	alice.presses("a2")
	alice.presses("a2")
	alice.uses("/help")
	s.waits(20 * time.Second)
	alice.presses("a2")
}
