// Package clients tests that client libraries for Discord work with discordtest. It plays the same story with one bot
// for each library. The story fails if a library cannot read an event, or if the server refuses a request.
//
// # Libraries
//
// The libraries are unmodified; only the address of the API is set. Each bot is also an example of a bot in another
// language that joins this Discord as a process of its own: see startBot in process_test.go.
//
//	library     version    language  plays
//	discord.js  14.28.1    Node      the story, features, shards
//	oceanic.js  1.15.0     Node      the story
//	disgo       0.18.15    Go        the story, some features
//	discord.py  Debian's   Python    the story
//
// Two more bots receive their interactions over HTTP and answer one command. They use
// discord-interactions 4.4.0 on Node, and PyNaCl on Python.
//
// The environment variables NOUGHTS_NODE, NOUGHTS_PYTHON and NOUGHTS_DISGO switch the tests on.
// CONTRIBUTING.md says what each of them needs.
//
// # The story
//
// The bot gets its account from environment variables. When it starts it replaces its global
// commands with the following ones, and answers them as this table says:
//
//	/ping                  "pong"
//	/guilds                "2 guilds", with the number of guilds that it knows
//	/pick fruit            "You picked plum". Of apple, apricot and plum it offers
//	                       those that begin with the typed text
//	/bans                  requests the guild's bans, which discordtest does not
//	                       have, and answers with the text of the library's error
//	Greet                  a command in the menu of members: "Hello, bob"
//	/slow private          defers its answer, which is private if the option is
//	                       true, then "Done"
//	/follow                "First", a follow-up "Second", a private one "Third";
//	                       then it edits the second to "Second, edited" and
//	                       deletes the answer
//	/form                  a modal "About you" with the texts "name" and "hobby"
//	                       (optional), submitted: "NAME likes HOBBY"
//	/menu                  "Nothing yet", with the buttons Count, Later and Form
//	                       and a menu of red, green and blue
//	/say times             defers a private answer, sends that many messages to
//	                       the channel one after the other, "1", "2" and so on,
//	                       then answers "Said 2"
//	/game opponent         "X to move", with the buttons 1 to 9 in three rows
//
// The components on the message of /menu have these effects. Count updates the message to "Counted
// 1", "Counted 2" and so on. Choosing a colour updates it to, for example, "Chose red". Later
// acknowledges the press first and then edits the message to "Later". Form shows a modal with the
// text "name", and its submission updates the message to "Form by NAME".
//
// In /game the user of the command plays X and the opponent plays O. The bot answers a press out of turn with a private
// "Not your turn". After a move the pressed button shows X or O and is disabled, and the message shows whose move is
// next, such as "O to move"; then the bot says "X takes 5" in the channel. At the end of the game the message shows "X
// has won" or "Nobody has won", and all buttons are disabled.
package clients
