package render

import "noughts/game"

// plain keeps to ASCII, which looks the same everywhere.
var plain = monospace{
	simple: lines(" |-+||++-+-+++++"),
	double: lines(" #=#####=#=#####"),
	large: map[game.Mark][3]string{
		game.X:     {` \   / `, `   X   `, ` /   \ `},
		game.O:     {` /---\ `, ` |   | `, ` \---/ `},
		game.Empty: {` - - - `, ` - - - `, ` - - - `},
	},
	dot:  ".",
	idle: "-",
}
