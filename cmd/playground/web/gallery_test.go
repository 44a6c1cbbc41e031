package web_test

import (
	"time"

	"noughts/bot/discordtest"
)

var ultimateBoard = []string{
	"⬛🇦\u200b🇧\u200b🇨│🇩\u200b🇪\u200b🇫│🇬\u200b🇭\u200b🇮",
	"1️⃣⭕⭕⭕│⭕⭕⭕│⬛❌⬛",
	"2️⃣⭕⬛⭕│⭕⬛⭕│⬛⭕⬛",
	"3️⃣⭕⭕⭕│⭕⭕⭕│⬛⬛⬛",
	"",
	"4️⃣⭕⭕⭕│❌⬛❌│❌❌⬛",
	"5️⃣⭕⬛⭕│⬛❌⬛│⬛🅾️⬛",
	"6️⃣⭕⭕⭕│❌⬛❌│⬛⬛⬛",
	"",
	"7️⃣❌⬛❌│❌⬛❌│1️⃣2️⃣3️⃣",
	"8️⃣⬛❌⬛│⬛❌⬛│❌5️⃣⭕",
	"9️⃣❌⬛❌│❌⬛❌│7️⃣8️⃣9️⃣",
}

var ansiBoard = []string{
	"```ansi",
	"    a b c   d e f   g h i",
	" 4  \x1b[34mO\x1b[0m     │ \x1b[34mO\x1b[0m \x1b[31mX\x1b[0m   │ \x1b[1;31mX X\x1b[0m  ",
	" 5  X   O │ X X   │   \x1b[30;47mO\x1b[0m  ",
	" 6  O O O │ O X   │      ",
	"   ───────┼───────┼═══════",
	" 7    X   │     O ║ · · · ║",
	" 8    X   │ X X X ║ X · O ║",
	" 9    X   │   O X ║ · · · ║",
	"```",
}

// gallery returns messages of many kinds, from a bot and from people.
func gallery() []discordtest.Message {
	used := discordtest.UserObject{ID: "1", Username: "Alice"}
	board := botMessage("100", container(0x3BA55D,
		textDisplay("## Ultimate · ❌ Alice vs ⭕ Noughts (strong)", "❌ <@1> to move in the bottom right board."),
		textDisplay(ultimateBoard...),
		textDisplay("-# Ply 42 · moves until <t:1795266000:t>, <t:1795266000:R>"),
		discordtest.Component{Type: discordtest.TypeSeparator},
		pad(),
		row(button(2, "Draw", "d"), button(2, "Take back", "t"), button(4, "Resign", "r"),
			discordtest.Component{Type: discordtest.TypeButton, Style: 5, Label: "Rules", URL: "https://example.org/rules"}),
	))
	board.Components[0].Components = append(board.Components[0].Components[:4], append(pads(), board.Components[0].Components[5:]...)...)
	board.Command = &discordtest.MessageInteraction{Type: 2, Name: "ultimate", User: used}
	edited := discordtest.Time{Time: noon}
	board.EditedTimestamp = &edited
	plain := botMessage("101")
	plain.Flags = 0
	plain.Content = "**bold** *italics* __underline__ ~~strike~~ ||spoiler|| `code` <@2> <#71> https://example.org\n> a quote\n- one\n- two"
	plain.Mentions = []discordtest.UserObject{{ID: "1"}}
	menus := botMessage("102", container(0x5865F2,
		textDisplay("### Menus"), textDisplay(ansiBoard...),
		discordtest.Component{Type: discordtest.TypeSection, Components: []discordtest.Component{textDisplay("A section", "-# with a button")}, Accessory: ptr(button(1, "Press", "s"))},
		row(discordtest.Component{Type: discordtest.TypeStringSelect, CustomID: "rows", Placeholder: "Choose a row", Options: []discordtest.SelectOption{
			{Label: "Row 1", Value: "1", Description: "3 free squares", Emoji: &discordtest.Emoji{Name: "1️⃣"}}, {Label: "Row 2", Value: "2"},
		}}),
		row(discordtest.Component{Type: discordtest.TypeUserSelect, CustomID: "who", Placeholder: "Choose a member"}),
		row(button(1, "Primary", "b1"), button(2, "Secondary", "b2"), button(3, "Success", "b3"), button(4, "Danger", "b4")),
	))
	private := botMessage("103", textDisplay("It isn't your turn."))
	private.Flags |= discordtest.FlagEphemeral
	private.Reference = &discordtest.MessageReference{MessageID: "100"}
	loading := botMessage("104")
	loading.Flags = discordtest.FlagLoading
	loading.Command = &discordtest.MessageInteraction{Type: 2, Name: "watch", User: used}
	jumbo := botMessage("105")
	jumbo.Flags, jumbo.Content = 0, "❌⭕❌\n⭕❌⭕\n1️⃣⭕❌"
	jumbo.Timestamp = discordtest.Time{Time: noon.Add(-30 * time.Second)}
	return []discordtest.Message{plain, jumbo, menus, board, private, loading, withPictures()}
}

func ptr[T any](v T) *T { return &v }

func pad() discordtest.Component { return row() }

func pads() []discordtest.Component {
	var rows []discordtest.Component
	for r := range 3 {
		var buttons []discordtest.Component
		for c := range 3 {
			b := discordtest.Component{Type: discordtest.TypeButton, Style: 2, CustomID: "p" + string(rune('1'+3*r+c)), Emoji: &discordtest.Emoji{Name: string(rune('1'+3*r+c)) + "\uFE0F\u20E3"}}
			if r == 1 && c != 1 {
				b.Disabled, b.Emoji = true, &discordtest.Emoji{Name: "❌"}
			}
			buttons = append(buttons, b)
		}
		rows = append(rows, row(buttons...))
	}
	return rows
}

// withPictures returns a message of a person with files.
func withPictures() discordtest.Message {
	m := botMessage("106")
	m.Flags = 0
	m.Author = discordtest.UserObject{ID: "2", Username: "Bob"}
	m.Content = "<@9> what about 🇧? 🤔 Here is my record."
	m.Attachments = append(m.Attachments, fileOf("2", "a.png", "image/png"), fileOf("3", "record-of-a-rather-long-name-2026-11-21.html", "text/html"))
	return m
}
