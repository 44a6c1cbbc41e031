package render

import "noughts/game"

// box draws with the oldest box characters: fonts for code have them in the right width.
var box = monospace{
	simple: lines(" │─└││┌├─┘─┴┐┤┬┼"),
	double: lines(" ║═╚║║╔╠═╝═╩╗╣╦╬"),
	large: map[game.Mark][3]string{
		game.X:     {` \   / `, `   X   `, ` /   \ `},
		game.O:     {` ┌───┐ `, ` │   │ `, ` └───┘ `},
		game.Empty: {`░░░░░░░`, `░░░░░░░`, `░░░░░░░`},
	},
	dot:  "·",
	idle: "-",
}
