package uttt

import "math"

// What an evaluation adds for the side to move, and for a free choice.
const (
	tempo      = 450
	freeChoice = 1000
)

// steepness tells how quickly a value turns into certainty of the result, as
// fits the results of games of the engine against itself.
const steepness = 1.0 / 1000

// expected returns the result to be expected from a value.
func expected(v value) float64 { return 1 / (1 + math.Exp(-steepness*float64(v))) }

// evaluate judges the position for the side to move: every line of local
// boards is worth to a side the product of its hopes for them.
func (b *board) evaluate() value {
	own, other := &b.hopes[b.side], &b.hopes[b.side^1]
	v := (worth(own)-worth(other))>>6 + tempo
	if b.forced == anyBoard {
		v += freeChoice
	}
	return v
}

func worth(h *[9]hope) value {
	a, b, c := value(h[0]), value(h[1]), value(h[2])
	d, e, f := value(h[3]), value(h[4]), value(h[5])
	g, i, j := value(h[6]), value(h[7]), value(h[8])
	return a*b*c + g*i*j + a*d*g + c*f*j + e*(d*f+b*i+a*j+c*g)
}
