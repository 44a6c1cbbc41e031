package profile

import "math"

// The system is Glicko-2: Mark E. Glickman, "Example of the Glicko-2 system", 2022, http://www.glicko.net/glicko/glicko2.pdf.
//
// The results of this file must be the same on every processor. Go may fuse x*y + z into one operation that rounds only
// once. Converting the product, as in float64(x*y) + z, prevents that. math.Sqrt is exact everywhere; math.Exp is not.

const (
	// scale is the number of points that equal 1 on the scale of Glickman's paper: 400/ln 10.
	scale = 173.7178
	// tau limits how fast volatilities change. The paper suggests 0.3 to 1.2, and uses 0.5.
	tau = 0.5
)

// A strength is a rating on the scale of Glickman's paper: µ, φ and σ. The zero of µ differs from the paper's, which
// does not matter because only differences are used.
type strength struct{ value, deviation, volatility float64 }

// A result is one game of a rating period. Its score is 1 for a win, 0.5 for a draw and 0 for a loss. Its weight is 1,
// or less for a game that counts partly.
type result struct {
	opponent      strength
	score, weight float64
}

// update returns the strength after a rating period of a length of at most 1, with at least one game.
func (p strength) update(results []result, length float64) strength {
	// Steps 3 and 4 of Glickman's paper. In the paper's terms,
	// information is 1/v, and surplus is Δ/v.
	var information, surplus float64
	for _, r := range results {
		g := 1 / math.Sqrt(1+3*r.opponent.deviation*r.opponent.deviation/(math.Pi*math.Pi))
		expected := 1 / (1 + exp(float64(g*(r.opponent.value-p.value))))
		information += float64(r.weight * g * g * expected * (1 - expected))
		surplus += float64(r.weight * g * (r.score - expected))
	}
	p.volatility = p.newVolatility(1/information, surplus/information) // step 5
	deviation := p.widened(length)                                     // step 6
	variance := 1 / (1/(deviation*deviation) + information)            // step 7
	p.value += float64(variance * surplus)
	p.deviation = math.Sqrt(variance)
	return p
}

// newVolatility does step 5 of Glickman's paper: it finds the zero of the
// function f by bisection. y is x - a in the paper's terms, which avoids a logarithm. f is
// decreasing, and the zero is far inside the interval from -1 to 1.
func (p strength) newVolatility(v, delta float64) float64 {
	variance := float64(p.volatility * p.volatility)
	d := float64(p.deviation*p.deviation) + v
	excess := float64(delta*delta) - d
	low, high := -1.0, 1.0
	for range 53 {
		y := (low + high) / 2
		e := float64(variance * exp(y))
		if e*(excess-e)/(2*(d+e)*(d+e)) > y/(tau*tau) {
			low = y
		} else {
			high = y
		}
	}
	return p.volatility * exp(low/2)
}

func (p strength) widened(periods float64) float64 {
	return math.Sqrt(float64(p.deviation*p.deviation) + float64(periods*p.volatility*p.volatility))
}

// exp returns e^x to 15 digits for |x| < 100. It computes 2^n times a power series of the remainder.
func exp(x float64) float64 {
	n := math.Round(x / math.Ln2)
	rest := x - float64(n*math.Ln2)
	sum, term := 1.0, 1.0
	for i := 1.0; i <= 16; i++ {
		term = term * rest / i
		sum += term
	}
	return math.Ldexp(sum, int(n))
}
