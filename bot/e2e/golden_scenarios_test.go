package e2e

import (
	"time"

	"noughts/game/ai"
)

// scenarios returns all scenarios that have a golden file.
func scenarios() []scenario {
	return []scenario{
		{name: "help", play: readsUp},
		{name: "computer", play: playsTheComputer},
		{name: "drawn", play: playsToADraw},
		{name: "options", play: choosesOptions},
		{name: "members", play: playsAMember},
		{name: "challenges", play: challenges},
		{name: "draws", play: offersDraws},
		{name: "draw-computer", play: offersTheComputerADraw},
		{name: "takebacks", play: takesBack},
		{name: "resignation", play: resigns},
		{name: "move", play: typesMoves},
		{name: "picker", play: picksAGame},
		{name: "board", play: showsTheBoardAgain},
		{name: "games", play: listsGames},
		{name: "rematch", play: playsAgain},
		{name: "ultimate", play: playsUltimate},
		{name: "large", play: playsOnALargeBoard},
		{name: "watch", play: watches},
		{name: "direct", play: playsInMessages},
		{name: "clock", play: runsOutOfTime},
		{name: "claim", play: claimsTheTime},
		{name: "again", play: deliversAgain},
		{name: "strange", play: sendsStrangeThings},
		{name: "broken", play: sendsBrokenInteractions},
		{name: "panic", play: meetsAFault},
		{name: "busy", play: crowds, set: littleRoom},
		{name: "raid", play: raids, set: slowServer},
		{name: "caps", play: fillsUp, set: fewGames},
		{name: "pace", play: hurries, set: slowMembers},
		{name: "slow", play: waitsForTheComputer},
		{name: "deferral", play: waitsForTheStore},
		{name: "restart", play: outlivesTheBot},
		{name: "damaged", play: losesAMatch},
	}
}

func readsUp(s *stage) {
	alice := s.as("alice")
	alice.uses("/help")
	alice.uses("/rules")
	alice.uses("/rules game:classic")
	alice.uses("/rules game:ultimate")
	alice.uses("/rules game:chess")
	alice.speaking("de").uses("/help")
	alice.in(inDirect).uses("/help")
}

// playsTheComputer is a golden scenario: a game against the computer to its end, and then a rematch.
func playsTheComputer(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic")
	bob.pressesMore("describe")
	alice.presses("b2")
	bob.presses("c1")
	alice.pressesOn(messageID(1), "/m/m1/1/c1") // an old board
	alice.pressesOn(messageID(1), "/m/m1/3/b2") // alice's own square
	alice.pressesOn(messageID(1), "/m/m1/3/a1")
	alice.presses("c1")
	alice.presses("a3")
	alice.pressesOn(messageID(1), "/m/m1/6/a2") // the game is over
	alice.presses("rematch")
	alice.presses("c3")
	alice.pressesMore("rules")
}

func choosesOptions(s *stage) {
	alice := s.as("alice")
	alice.uses("/classic opponent:@noughts size:1 level:random style:plain")
	alice.presses("a1")
	alice.uses("/classic size:2 first:them style:box")
	alice.uses("/classic size:4 first:me style:ansi")
	alice.uses("/classic size:5 first:random style:emoji clock:3600")
	alice.uses("/classic size:0")
	alice.uses("/classic size:10")
	alice.uses("/classic level:godlike")
	alice.uses("/classic level:champion") // a level of another variant
	alice.uses("/classic first:nobody")
	alice.uses("/classic clock:31")
	alice.uses("/classic style:neon")
	alice.uses("/classic opponent:@bob level:random")
	alice.uses("/ultimate level:nobody-of-that-name-plays-here")
	alice.completes("/classic level:ran")
	alice.completes("/classic size:9 level:r")
	alice.completes("/classic size:77 level:r")
	alice.completes("/watch game:ultimate level_x:c")
	alice.completes("/watch game:classic size:3 level_o:x")
}

// playsAMember is a golden scenario: a game between two members, with some presses by the wrong member and at the wrong
// time.
func playsAMember(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic opponent:@bob first:them")
	alice.pressesOn(messageID(1), "/m/m1/1/a1") // not accepted yet
	bob.presses("accept")
	bob.pressesOn(messageID(1), "/m/m1/1/accept")
	alice.presses("a1")
	carol.presses("a1")
	bob.presses("a1")
	bob.presses("b2")
	bob.pressesOn(messageID(1), "/m/m1/2/c3")
	alice.pressesOn(messageID(1), "/m/m1/3/a1")
	alice.presses("b2")
	bob.presses("b1")
	alice.presses("c3")
	bob.presses("c1")
	alice.uses("/board")
	carol.presses("rematch")
}

func playsToADraw(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic opponent:@bob style:plain")
	bob.presses("accept")
	for i, square := range []string{"b2", "a1", "c1", "a3", "a2", "c2", "b1", "b3", "c3"} {
		[]actor{alice, bob}[i%2].presses(square)
	}
}

func challenges(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/challenge member:@bob size:4 clock:60")
	alice.presses("accept")
	alice.pressesOn(messageID(1), "/m/m1/1/decline")
	carol.presses("accept")
	carol.pressesOn(messageID(1), "/m/m1/1/decline")
	bob.pressesOn(messageID(1), "/m/m1/1/withdraw")
	bob.presses("decline")
	bob.pressesOn(messageID(1), "/m/m1/1/accept")
	bob.usesOn("Challenge to tic-tac-toe", "alice")
	bob.presses("withdraw")
	alice.uses("/challenge game:ultimate first:random")
	carol.pressesOn(messageID(4), "/m/m3/1/decline")
	carol.presses("accept")
	bob.pressesOn(messageID(4), "/m/m3/1/accept")
	alice.uses("/challenge game:ultimate size:4")
	alice.uses("/challenge member:@alice")
	alice.uses("/challenge member:@robot")
	alice.uses("/challenge member:@dave")
	alice.uses("/challenge member:@noughts")
	alice.usesOn("Challenge to tic-tac-toe", "alice")
	alice.usesOn("Challenge to tic-tac-toe", "robot")
	alice.usesOn("Challenge to tic-tac-toe", "dave")
	alice.usesOn("Challenge to tic-tac-toe", "noughts")
	bob.uses("/challenge")
	s.waits(11 * time.Minute) // the challenge expires
	alice.pressesOn(messageID(15), "/m/m4/1/accept")
}

func offersDraws(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic opponent:@bob size:4")
	bob.presses("accept")
	alice.uses("/draw") // too early
	alice.presses("more")
	alice.presses("a1")
	bob.presses("b1")
	alice.presses("c2")
	alice.uses("/draw")
	alice.pressesBoard("/m/m1/6/draw")
	alice.presses("draw-yes")
	carol.presses("draw-yes")
	bob.presses("draw-no")
	bob.pressesBoard("/m/m1/7/draw-no")
	alice.uses("/draw") // a second offer
	bob.pressesMore("draw")
	bob.presses("a2") // bob's move withdraws his own offer
	alice.presses("b2")
	bob.presses("d1")
	alice.presses("c1")
	bob.presses("a3")
	alice.presses("b3")
	alice.presses("more")
	alice.pressesBoard("/m/m1/14/draw") // a button that older boards had
	bob.uses("/draw")
	bob.presses("draw-sure") // accepts the offer
	bob.pressesBoard("/m/m1/15/draw-sure")
	alice.presses("rematch")
	bob.presses("accept")
	bob.presses("a1")
	alice.presses("b1")
	bob.presses("c1")
	alice.pressesMore("draw")
	bob.presses("draw-yes")
	carol.uses("/draw")
	bob.presses("draw-sure")
}

func offersTheComputerADraw(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic size:6 style:plain")
	for _, square := range []string{"d1", "f6", "e6", "d6", "c6"} {
		alice.uses("/move square:" + square)
	}
	bob.pressesBoard("/m/m1/11/draw")
	alice.pressesMore("draw")
	alice.presses("draw-sure") // the computer declines, because the game is young
	alice.uses("/draw")
	for _, square := range []string{"b6", "f5", "e5", "d5", "c5"} {
		alice.uses("/move square:" + square)
	}
	s.computer.score = ai.Score{Expected: 0.1} // the score for alice, whose turn it is
	alice.uses("/draw")
	alice.presses("draw-sure")
	for _, square := range []string{"f2", "e4", "d4"} {
		alice.uses("/move square:" + square)
	}
	s.computer.score = ai.Score{Expected: 0.5}
	alice.pressesMore("draw")
	alice.presses("draw-sure")
	alice.pressesBoard("/m/m1/31/draw-sure")
	alice.uses("/ultimate")
	alice.uses("/draw")
}

func takesBack(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic")
	alice.presses("more")
	alice.pressesBoard("/m/m1/1/takeback")
	alice.presses("b2")
	alice.pressesMore("takeback")
	alice.presses("takeback-sure")
	alice.presses("c3")
	alice.uses("/takeback")
	alice.uses("/resign")
	alice.uses("/classic opponent:@bob")
	bob.presses("accept")
	bob.presses("more")
	alice.presses("b2")
	alice.pressesMore("takeback")
	alice.pressesBoard("/m/m2/4/takeback")
	alice.presses("takeback-yes")
	bob.pressesBoard("/m/m2/4/takeback")
	bob.presses("takeback-no")
	alice.uses("/takeback")
	alice.uses("/draw")
	bob.presses("takeback-yes")
	alice.presses("a1")
	bob.presses("a2")
	bob.pressesMore("takeback")
	alice.presses("a3") // declines the takeback by moving
	bob.pressesBoard("/m/m2/11/takeback-yes")
}

func resigns(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/resign")
	alice.uses("/classic opponent:@bob")
	alice.uses("/resign") // bob has not accepted the challenge yet
	bob.presses("accept")
	carol.presses("more")
	carol.pressesBoard("/m/m1/2/resign")
	alice.pressesMore("resign")
	alice.presses("resign-yes") // before the game counts as begun
	alice.presses("rematch")
	bob.presses("accept")
	bob.presses("b2")
	alice.presses("a1")
	bob.pressesMore("resign")
	alice.pressesMore("resign")
	bob.presses("a2")
	alice.presses("resign-yes") // on a page of an older version of the match
	alice.pressesBoard("/m/m2/5/resign")
	alice.presses("resign-yes")
	bob.presses("resign-yes")
	carol.uses("/resign")
}

func typesMoves(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/move square:a1")
	alice.completes("/move square:a")
	alice.uses("/classic opponent:@bob")
	bob.uses("/move square:a1")
	bob.presses("accept")
	bob.uses("/move square:a1")
	alice.completes("/move square:")
	alice.completes("/move square:b")
	alice.completes("/move square:23")
	alice.completes("/move square:zz")
	alice.uses("/move square:B2")
	bob.uses("/move square:9")
	alice.uses("/move square:13")
	bob.uses("/move square:c1")
	bob.uses("/move square:d4")
	bob.uses("/move square:nonsense!")
	bob.uses("/move square:averylongsquarethatnobodyhas")
	bob.uses("/move square:a1")
	alice.uses("/classic size:9 style:plain")
	alice.uses("/move square:e5")
	bob.uses("/ultimate")
	bob.completes("/move square:5")
	bob.uses("/move square:55")
	bob.completes("/move square:")
	alice, bob = alice.in(inLobby), bob.in(inLobby)
	for range 2 {
		bob.uses("/challenge style:plain")
		alice.presses("accept")
	}
	alice.uses("/move square:a1") // in no game is it alice's turn
}

// picksAGame is a golden scenario: a member has several games in one channel, so that commands ask which game is meant.
func picksAGame(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic style:plain")
	alice.uses("/ultimate style:plain")
	alice.uses("/challenge style:plain")
	s.computer.thinks = time.Hour
	alice.uses("/watch game:ultimate style:plain")
	s.computer.thinks = 0
	alice.uses("/board")
	alice.chooses("board", string(s.transcript.matchID(2)))
	alice.uses("/move square:b2")
	alice.chooses("b2", string(s.transcript.matchID(1)))
	alice.chooses("b2", string(s.transcript.matchID(1))) // the square is taken
	bob.pressesOn(messageID(5), "/pick/move/c3", string(s.transcript.matchID(1)))
	alice.uses("/draw")
	alice.chooses("draw", string(s.transcript.matchID(1)))
	alice.uses("/takeback")
	alice.chooses("takeback", string(s.transcript.matchID(2)))
	alice.uses("/resign")
	bob.pressesOn(messageID(5), "/pick/resign", string(s.transcript.matchID(2)))
	alice.chooses("resign", string(s.transcript.matchID(2)))
	alice.pressesOn(messageID(5), "/pick/resign", string(s.transcript.matchID(2)))
	alice.pressesOn(messageID(5), "/pick/resign", "m1", "m2")
	alice.pressesOn(messageID(5), "/pick/dance", string(s.transcript.matchID(2)))
	alice.pressesOn(messageID(5), "/pick/board", "nosuchmatch")
	alice.pressesOn(messageID(5), "/pick/move/zz", string(s.transcript.matchID(1)))
}

func showsTheBoardAgain(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	carol.uses("/board")
	alice.uses("/challenge member:@bob")
	alice.uses("/board") // shows a challenge
	bob.presses("accept")
	bob.uses("/board")
	alice.pressesOn(messageID(1), "/m/m1/2/a1") // on the message of the old board
	bob.pressesOn(messageID(3), "/m/m1/3/a2")
	alice.pressesOn(messageID(3), "/m/m1/3/a3") // an older version of the newest board
	alice.pressesOn(messageID(1), "/m/m1/1/accept")
	alice.pressesOn(messageID(1), "/m/m1/2/rules")
	alice.pressesOn("800000000000099999", "/m/m1/4/a3") // on a message that shows no match
	carol.uses("/board")
	alice.in(inLobby).uses("/board")
}

func listsGames(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/games")
	alice.uses("/classic style:plain")
	alice.presses("a3")
	bob.uses("/challenge member:@alice style:plain")
	bob.in(inLobby).uses("/ultimate style:plain")
	alice.uses("/games")
	alice.in(inLobby).uses("/games")
	alice.in(inDirect).uses("/games")
	for range 24 {
		bob.uses("/classic size:1 style:plain")
	}
	alice.uses("/games")
	bob.uses("/classic") // bob has reached his limit of games here
}

func playsAgain(s *stage) {
	alice, bob, carol := s.as("alice"), s.as("bob"), s.as("carol")
	alice.uses("/classic opponent:@bob size:1")
	alice.pressesOn(messageID(1), "/m/m1/1/rematch")
	bob.presses("accept")
	alice.presses("a1")
	carol.presses("rematch")
	bob.presses("rematch")
	bob.pressesOn(messageID(1), "/m/m1/3/rematch")
	alice.pressesOn(messageID(1), "/m/m1/3/rematch") // accepts bob's offer of a rematch
	alice.pressesOn(messageID(1), "/m/m1/3/rematch")
	bob.presses("a1")
	bob.presses("rematch")
	alice.uses("/watch size:1")
	s.waits(3 * time.Second)
	bob.presses("rematch")
	alice.presses("rematch")
}
