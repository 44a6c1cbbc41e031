package e2e

import "time"

func playsUltimate(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/ultimate opponent:@bob clock:300")
	bob.presses("accept")
	alice.presses("board-5")
	bob.pressesOn(messageID(1), "/m/m1/2/board-1")
	alice.presses("boards")
	alice.presses("board-5")
	alice.presses("e5")
	bob.pressesOn(messageID(1), "/m/m1/3/a1") // in a local board that bob may not choose
	bob.pressesOn(messageID(1), "/m/m1/3/e5")
	bob.pressesOn(messageID(1), "/m/m1/3/board-1")
	bob.presses("d4")
	alice.presses("a1")
	bob.uses("/move square:11")
	alice.uses("/ultimate style:box first:them")
	alice.presses("b2")
	alice.uses("/rules game:ultimate")
	bob.uses("/board")
	bob.in(inLobby).uses("/ultimate opponent:@alice style:plain")
	alice, bob = bob.in(inLobby), alice.in(inLobby)
	bob.presses("accept")
	for i, square := range []string{"12", "21", "15", "51", "18", "81"} { // X wins local board 1
		[]actor{alice, bob}[i%2].uses("/move square:" + square)
	}
	alice.uses("/move square:13") // the board that the last move sends X to is closed
	alice.presses("board-9")
}

func playsOnALargeBoard(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/classic size:9 style:plain")
	bob.presses("e5")
	alice.presses("e5")
	alice.presses("more")
	alice.pressesOn(messageID(1), "/m/m1/3/from-a1")
	alice.uses("/classic size:5")
	alice.presses("e5")
	alice.uses("/classic size:6 style:box")
}

func watches(s *stage) {
	alice, bob := s.as("alice"), s.as("bob")
	alice.uses("/watch game:classic level_x:random level_o:perfect")
	s.waits(2 * time.Second)
	bob.presses("stop")
	alice.pressesOn(messageID(1), "/m/m1/1/takeback")
	alice.uses("/board")
	s.waits(time.Second)
	alice.presses("stop")
	alice.pressesOn(messageID(4), "/m/m1/1/stop")
	alice.uses("/watch size:2 level_x:random level_o:random style:plain")
	s.waits(10 * time.Second)
	alice.uses("/watch game:ultimate level_x:champion style:box")
	alice.uses("/resign")
	alice.uses("/watch level_x:champion")
	alice.uses("/classic")
	alice.pressesOn(messageID(8), "/m/m2/1/stop")
}

// playsInMessages is a golden scenario: a game in direct messages, one in a group, and one in a server without the bot.
func playsInMessages(s *stage) {
	alice := s.as("alice").in(inDirect)
	alice.uses("/classic clock:30")
	alice.presses("b2")
	alice.uses("/classic opponent:@bob")
	alice.uses("/challenge")
	alice.usesOn("Challenge to tic-tac-toe", "bob")
	alice.uses("/board")
	alice.uses("/games")
	alice, bob := alice.in(inGroup), s.as("bob").in(inGroup)
	alice.uses("/challenge member:@bob")
	bob.presses("accept")
	alice.presses("b2")
	bob.uses("/move square:a1")
	bob.uses("/games")
	alice, bob = alice.in(abroad).speaking("fr"), bob.in(abroad)
	alice.uses("/classic opponent:@dave")
	alice.uses("/classic opponent:@bob")
	bob.presses("accept")
	bob.uses("/board")
	s.waits(20 * time.Minute) // the interactions' tokens expire
	alice.presses("b2")
}
