package render_test

import (
	"fmt"

	"noughts/game"
	"noughts/game/rules"
	"noughts/render"
)

func ExampleBoard() {
	p, _ := rules.Parse(game.Ultimate, "9/9/9/4x4/3o5/9/9/9/9 x 4")
	last, _ := game.ParseSquare("d5")
	fmt.Println(render.Board(render.View{Position: p, Last: last, HasLast: true}, "plain"))
	// Output:
	//     a b c   d e f   g h i
	//   +-------+-------+-------+
	// 1 |       |       |       |
	// 2 |       |       |       |
	// 3 |       |       |       |
	//   #=======#-------+-------+
	// 4 # . . . #   X   |       |
	// 5 # . . . #(O)    |       |
	// 6 # . . . #       |       |
	//   #=======#-------+-------+
	// 7 |       |       |       |
	// 8 |       |       |       |
	// 9 |       |       |       |
	//   +-------+-------+-------+
}

func ExampleBoard_emoji() {
	p, _ := rules.Parse(game.Classic(3), "x2/1o1/3 x")
	last, _ := game.ParseSquare("b2")
	fmt.Println(render.Board(render.View{Position: p, Last: last, HasLast: true, NoLabels: true}, render.Emoji))
	// Output:
	// ❌2️⃣3️⃣
	// 4️⃣⏺️6️⃣
	// 7️⃣8️⃣9️⃣
}

func ExampleFence() {
	p, _ := rules.Parse(game.Classic(2), "2/2 x")
	fmt.Println(render.Fence(render.Board(render.View{Position: p, NoLabels: true}, "plain"), "plain"))
	// Output:
	// ```
	//  . | .
	// ---+---
	//  . | .
	// ```
}
