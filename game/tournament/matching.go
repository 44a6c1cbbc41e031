package tournament

import "slices"

// matching pairs n players so that the total worth of the pairs is as large as possible. worth(i, j), i < j, returns
// the worth of a pair, or nil if the two players cannot meet. All worths are vectors of the same length. Worths are
// added component by component and compared lexicographically. matching returns the mate of each player, or Nobody.
//
// This is Edmonds' algorithm in Galil's form. A blossom is a cycle of odd length that is treated as one player. Every
// player and every blossom has a label. The labels of two players always add up to at least twice the worth of their
// pair. A pair is tight if they add up to exactly that, and only tight pairs are used. Alternating trees grow along
// tight pairs, starting from all players without a mate. If two trees meet, one more pair is possible. If a tree meets
// itself, it has found a blossom. If no tree can grow, the labels change. The algorithm takes n³ comparisons. It only
// adds, compares and halves worths, so it works on vectors as on numbers.
func matching(n int, worth func(i, j int) []int) []int {
	mates := make([]int, n)
	m := newMatcher(n, worth)
	for m.width > 0 && m.grow() {
	}
	for i := range mates {
		mates[i] = m.mate[i+1] - 1 // nodes start at 1, so 0 (no mate) becomes Nobody
	}
	return mates
}

// A pair is a possible pairing of two nodes. u and v are players. If a node is a blossom, its
// player is the player inside the blossom who would be paired.
type pair struct {
	u, v  int
	worth []int // nil if the two cannot meet
}

// The place of a node in the alternating trees of matching.
const (
	outside = -1 // in no tree
	outer   = 0  // at an even distance from the root of its tree
	inner   = 1  // at an odd distance
)

// A matcher is the state of the algorithm. Its nodes are the players, 1 to n, and the blossoms,
// from n+1. 0 means no node.
type matcher struct {
	n, nodes int
	width    int      // the length of a worth, 0 if no players can meet
	pairs    [][]pair // indexed by two nodes: the best pair between them
	label    [][]int
	mate     []int   // by node: the player in another node that it is paired with, 0 for none
	slack    []int   // by node: the outer player whose pair with it is closest to tight (see matching), 0 for none
	top      []int   // by node: the outermost blossom that contains it, or the node itself; 0 if unused
	parent   []int   // by node in a tree: the player in another node that it was reached from
	kind     []int   // by node
	seen     []int   // by node: the number of the last search that visited it
	circle   [][]int // by blossom: the nodes of its cycle, starting with the node that is paired outside
	within   [][]int // by blossom and player: the node of the cycle that contains the player, or 0
	queue    []int   // outer players whose trees can still grow
	search   int
	step     []int // the next change of labels
	spare    []int
}

func newMatcher(n int, worth func(i, j int) []int) *matcher {
	size := n + n/2 + 2 // there are at most n/2 blossoms
	ints := func() []int { return make([]int, size) }
	m := &matcher{
		n: n, nodes: n, pairs: make([][]pair, size), label: make([][]int, size), mate: ints(), slack: ints(),
		top: ints(), parent: ints(), kind: ints(), seen: ints(), circle: make([][]int, size), within: make([][]int, size),
	}
	var greatest []int
	pairs, within := make([]pair, size*size), make([]int, size*(n+1))
	for u := range size {
		m.pairs[u] = pairs[u*size : (u+1)*size]
		m.within[u] = within[u*(n+1) : (u+1)*(n+1)]
		for v := range size {
			m.pairs[u][v] = pair{u: u, v: v}
		}
	}
	for u := 1; u <= n; u++ {
		for v := u + 1; v <= n; v++ {
			w := worth(u-1, v-1)
			m.pairs[u][v].worth, m.pairs[v][u].worth = w, w
			if w != nil && (greatest == nil || slices.Compare(w, greatest) > 0) {
				greatest = w
			}
		}
	}
	m.width = len(greatest)
	m.step, m.spare = make([]int, m.width), make([]int, m.width)
	for u := range size {
		m.label[u] = make([]int, m.width)
		if 1 <= u && u <= n {
			m.top[u] = u
			m.within[u][u] = u
			copy(m.label[u], greatest)
		}
	}
	return m
}

// near compares two pairs: of the outer player u with node x, and of m.slack[x] with x. If the pair of u is closer to
// tight (see matching), near sets m.slack[x] to u.
func (m *matcher) near(u, x int) {
	if m.slack[x] == 0 || m.nearer(m.pairs[u][x], m.pairs[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

// findNear sets m.slack[x] to the outer player whose pair with node x is closest to tight (see matching). It compares
// all outer players.
func (m *matcher) findNear(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.pairs[u][x].worth != nil && m.top[u] != x && m.kind[m.top[u]] == outer {
			m.near(u, x)
		}
	}
}

// enqueue adds the players of node x to m.queue, the outer players whose trees can still grow.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.circle[x] {
		m.enqueue(y)
	}
}

// setTop makes b the outermost blossom of node x and of all nodes in x.
func (m *matcher) setTop(x, b int) {
	m.top[x] = b
	if x > m.n {
		for _, y := range m.circle[x] {
			m.setTop(y, b)
		}
	}
}

// turn returns the index of x in the cycle of blossom b. The index must be even, because pairs inside the blossom take
// two nodes each. If it is odd, turn reverses the direction of the cycle first.
func (m *matcher) turn(b, x int) int {
	at := slices.Index(m.circle[b], x)
	if at%2 == 1 {
		slices.Reverse(m.circle[b][1:])
		at = len(m.circle[b]) - at
	}
	return at
}

// join pairs node u with a player in node v. If u is a blossom, it pairs the other nodes of the
// blossom with each other.
func (m *matcher) join(u, v int) {
	p := m.pairs[u][v]
	m.mate[u] = p.v
	if u <= m.n {
		return
	}
	x := m.within[u][p.u]
	at := m.turn(u, x)
	for i := range at {
		m.join(m.circle[u][i], m.circle[u][i^1])
	}
	m.join(x, v)
	m.circle[u] = slices.Concat(m.circle[u][at:], m.circle[u][:at])
}

// augment pairs u with v, and swaps paired and unpaired edges along the path from u to the root of its tree.
func (m *matcher) augment(u, v int) {
	for {
		old := m.top[m.mate[u]]
		m.join(u, v)
		if old == 0 {
			return
		}
		next := m.top[m.parent[old]]
		m.join(old, next)
		u, v = next, old
	}
}

// meet returns the first common node on the paths of u and v to their roots, or 0 if there is none.
func (m *matcher) meet(u, v int) int {
	m.search++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.search {
				return u
			}
			m.seen[u] = m.search
			if u = m.top[m.mate[u]]; u != 0 {
				u = m.top[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// shrink makes a blossom of the paths from u and v to `base`, where the two paths meet.
func (m *matcher) shrink(u, base, v int) {
	b := m.n + 1
	for b <= m.nodes && m.top[b] != 0 {
		b++
	}
	m.nodes = max(m.nodes, b)
	clear(m.label[b])
	m.kind[b], m.mate[b] = outer, m.mate[base]
	var circle []int
	climb := func(x int) {
		for x != base {
			y := m.top[m.mate[x]]
			m.enqueue(y)
			circle = append(circle, x, y)
			x = m.top[m.parent[y]]
		}
	}
	climb(u)
	slices.Reverse(circle)
	circle = append([]int{base}, circle...)
	climb(v)
	m.circle[b] = circle
	m.setTop(b, b)
	for x := 1; x <= m.nodes; x++ {
		m.pairs[b][x].worth, m.pairs[x][b].worth = nil, nil
	}
	clear(m.within[b])
	for _, c := range circle {
		for x := 1; x <= m.nodes; x++ {
			if p := m.pairs[c][x]; p.worth != nil && (m.pairs[b][x].worth == nil || m.nearer(p, m.pairs[b][x])) {
				m.pairs[b][x], m.pairs[x][b] = m.pairs[c][x], m.pairs[x][c]
			}
		}
		for x := 1; x <= m.n; x++ {
			if m.within[c][x] != 0 {
				m.within[b][x] = c
			}
		}
	}
	m.findNear(b)
}

// expand dissolves b, an inner blossom with label 0, into the nodes of its cycle.
func (m *matcher) expand(b int) {
	for _, x := range m.circle[b] {
		m.setTop(x, x)
	}
	entry := m.within[b][m.pairs[b][m.parent[b]].u]
	at := m.turn(b, entry)
	for i := 0; i < at; i += 2 {
		x, y := m.circle[b][i], m.circle[b][i+1]
		m.parent[x] = m.pairs[y][x].u
		m.kind[x], m.kind[y] = inner, outer
		m.slack[x] = 0
		m.findNear(y)
		m.enqueue(y)
	}
	m.kind[entry], m.parent[entry] = inner, m.parent[b]
	for _, x := range m.circle[b][at+1:] {
		m.kind[x] = outside
		m.findNear(x)
	}
	m.top[b] = 0
}

// use grows a tree along a tight pair. It returns true if the matching then has one more pair.
func (m *matcher) use(p pair) bool {
	u, v := m.top[p.u], m.top[p.v]
	switch m.kind[v] {
	case outside:
		m.parent[v], m.kind[v] = p.u, inner
		next := m.top[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.kind[next] = outer
		m.enqueue(next)
	case outer:
		base := m.meet(u, v)
		if base == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.shrink(u, base, v)
	}
	return false
}

// grow adds one more pair to the matching. It returns false if that cannot increase the total worth.
func (m *matcher) grow() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.nodes; x++ {
		m.kind[x], m.slack[x] = outside, 0
	}
	for x := 1; x <= m.nodes; x++ {
		if m.top[x] == x && m.mate[x] == 0 {
			m.parent[x], m.kind[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.reach() {
			return true
		}
		if !m.relabel() {
			return false
		}
		m.queue = m.queue[:0]
		if m.useNear() {
			return true
		}
		for b := m.n + 1; b <= m.nodes; b++ {
			if m.top[b] == b && m.kind[b] == inner && isZero(m.label[b]) {
				m.expand(b)
			}
		}
	}
}

// useNear grows the trees along pairs that became tight after a change of labels. It returns true if the matching then
// has one more pair.
func (m *matcher) useNear() bool {
	for x := 1; x <= m.nodes; x++ {
		u := m.slack[x]
		if m.top[x] == x && u != 0 && m.top[u] != x && m.isTight(m.pairs[u][x]) && m.use(m.pairs[u][x]) {
			return true
		}
	}
	return false
}

// reach grows the trees along tight pairs from all queued players. It returns true if the matching then has one more
// pair.
func (m *matcher) reach() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.kind[m.top[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			if m.pairs[u][v].worth == nil || m.top[u] == m.top[v] {
				continue
			}
			if !m.isTight(m.pairs[u][v]) {
				m.near(u, m.top[v])
			} else if m.use(m.pairs[u][v]) {
				return true
			}
		}
	}
	return false
}

// isTight reports whether the labels of a pair add up to exactly twice its worth.
func (m *matcher) isTight(p pair) bool {
	u, v := m.label[p.u], m.label[p.v]
	for i, w := range p.worth {
		if u[i]+v[i] != 2*w {
			return false
		}
	}
	return true
}

// nearer reports whether p is closer than q to being tight (see isTight).
func (m *matcher) nearer(p, q pair) bool {
	pu, pv, qu, qv := m.label[p.u], m.label[p.v], m.label[q.u], m.label[q.v]
	for i, w := range p.worth {
		if d := pu[i] + pv[i] - 2*w - (qu[i] + qv[i] - 2*q.worth[i]); d != 0 {
			return d < 0
		}
	}
	return false
}

// change sets m.step to the largest possible change of labels: then a pair becomes tight, or the
// label of an inner blossom becomes zero. It returns false if the change has no limit.
func (m *matcher) change() bool {
	found := false
	// take sets m.step to (a+b-2*worth)/parts if that is less than m.step. The division by two is
	// exact, because in each component the labels of all outer players have the same parity.
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

// relabel changes the labels of nodes by m.step. It returns false if a player's label would become
// zero, because then the matching is optimal.
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

// move adds m.step, multiplied by `times`, to the label of node x.
func (m *matcher) move(x, times int) {
	for i, d := range m.step {
		m.label[x][i] += times * d
	}
}

func isZero(v []int) bool { return !slices.ContainsFunc(v, func(n int) bool { return n != 0 }) }
