package render

import "noughts/game"

// plain keeps to ASCII, which looks the same everywhere.
var plain = pen{
	simple: strokes(" |-+||++-+-+++++"),
	double: strokes(" #=#####=#=#####"),
	large: map[game.Mark][3]string{
		game.X:     {` \   / `, `   X   `, ` /   \ `},
		game.O:     {` /---\ `, ` |   | `, ` \---/ `},
		game.Empty: {` - - - `, ` - - - `, ` - - - `},
	},
	dot:   ".",
	idle:  "-",
	ruled: true,
}
