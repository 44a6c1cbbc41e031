// Package clients has tests that hold client libraries to the test Discord. One story is played with a
// bot that is written with each library. An event that the library cannot read fails
// the story, and so does a refused request.
//
// # Libraries
//
// These bots play it, unmodified but for the address of the API. Each is also an
// example of how a bot in another language joins this Discord as a process of
// its own: see startBot in process_test.go.
//
//	library     version    language  plays
//	discord.js  14.28.1    Node      the story, features, shards
//	oceanic.js  1.15.0     Node      the story
//	disgo       0.18.15    Go        the story, some features
//	discord.py  Debian's   Python    the story
//
// Bots that take their interactions by HTTP, with discord-interactions 4.4.0 on Node
// and with PyNaCl on Python, answer one command.
//
// NOUGHTS_NODE, NOUGHTS_PYTHON and NOUGHTS_DISGO switch the tests on: CONTRIBUTING.md says what each needs.
//
// # The story
//
// The bot joins by an account. When it starts it overwrites its global
// commands with these, and answers them so:
//
//	/ping                  "pong"
//	/guilds                "2 guilds": as many as it knows of
//	/pick fruit            "You picked plum". Offers apple, apricot and plum,
//	                       those that begin with what is typed
//	/bans                  asks for the guild's bans, which discordtest does not
//	                       have, and answers with the text of the library's error
//	Greet                  of the menu of members: "Hello, bob"
//	/slow private          asks for time, privately if told so, then "Done"
//	/follow                "First", a follow-up "Second", a private one "Third";
//	                       then it edits the second to "Second, edited" and
//	                       deletes the answer
//	/form                  a modal "About you" with the texts "name" and "hobby"
//	                       (optional), submitted: "NAME likes HOBBY"
//	/menu                  "Nothing yet", with the buttons Count, Later and Form
//	                       and a menu of red, green and blue
//	/say times             asks for time privately, sends that many messages to
//	                       the channel one after the other, "1", "2" and so on,
//	                       then "Said 2"
//	/game opponent         "X to move", with the buttons 1 to 9 in three rows
//
// On the message of /menu, Count updates it to "Counted 1", "Counted 2" and so
// on; a color to "Chose red"; Later acknowledges first and then edits it to
// "Later"; Form shows a modal with the text "name" and updates it to "Form by
// NAME".
//
// On the message of /game whoever used the command is X and the opponent O. A press out of turn is
// answered "Not your turn" privately. A move makes the button show X or O and disables it, and the
// message "O to move"; then the bot says "X takes 5" in the channel. In the end it shows "X has
// won" or "Nobody has won", and all buttons are disabled.
package clients
