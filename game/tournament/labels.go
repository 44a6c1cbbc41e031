package tournament

import "slices"

// isTight says whether the labels of a pair add up to at most twice its worth.
func (m *matcher) isTight(p pair) bool {
	u, v := m.label[p.u], m.label[p.v]
	for i, w := range p.worth {
		if u[i]+v[i] != 2*w {
			return false
		}
	}
	return true
}

// nearer says whether p is closer to being tight than q.
func (m *matcher) nearer(p, q pair) bool {
	pu, pv, qu, qv := m.label[p.u], m.label[p.v], m.label[q.u], m.label[q.v]
	for i, w := range p.worth {
		if d := pu[i] + pv[i] - 2*w - (qu[i] + qv[i] - 2*q.worth[i]); d != 0 {
			return d < 0
		}
	}
	return false
}

// change sets step to the largest change of labels before a pair becomes tight or the label of an
// inner blossom becomes zero. It returns false if there is no limit.
func (m *matcher) change() bool {
	found := false
	// take sets step to (a+b)/parts - worth*2/parts if that is less. The halves are integers,
	// because in each component the labels of all outer players have the same parity.
	take := func(parts int, a, b, worth []int) {
		for i := range m.spare {
			m.spare[i] = (a[i] + b[i] - 2*worth[i]) / parts
		}
		if !found || slices.Compare(m.spare, m.step) < 0 {
			m.step, m.spare = m.spare, m.step
		}
		found = true
	}
	none := make([]int, m.width)
	for b := m.n + 1; b <= m.nodes; b++ {
		if m.top[b] == b && m.kind[b] == inner {
			take(2, m.label[b], none, none)
		}
	}
	for x := 1; x <= m.nodes; x++ {
		if m.top[x] != x || m.slack[x] == 0 {
			continue
		}
		p := m.pairs[m.slack[x]][x]
		switch m.kind[x] {
		case outside:
			take(1, m.label[p.u], m.label[p.v], p.worth)
		case outer:
			take(2, m.label[p.u], m.label[p.v], p.worth)
		}
	}
	return found
}

// relabel changes the labels by step. It returns false if a player's label would become zero: then
// the matching is optimal.
func (m *matcher) relabel() bool {
	limited := m.change()
	for u := 1; u <= m.n; u++ {
		if m.kind[m.top[u]] == outer && (!limited || slices.Compare(m.label[u], m.step) <= 0) {
			return false
		}
	}
	for u := 1; u <= m.n; u++ {
		switch m.kind[m.top[u]] {
		case outer:
			m.move(u, -1)
		case inner:
			m.move(u, 1)
		}
	}
	for b := m.n + 1; b <= m.nodes; b++ {
		if m.top[b] != b {
			continue
		}
		switch m.kind[b] {
		case outer:
			m.move(b, 2)
		case inner:
			m.move(b, -2)
		}
	}
	return true
}

// move adds the step to a label, times times.
func (m *matcher) move(x, times int) {
	for i, d := range m.step {
		m.label[x][i] += times * d
	}
}

func isZero(v []int) bool { return !slices.ContainsFunc(v, func(n int) bool { return n != 0 }) }
