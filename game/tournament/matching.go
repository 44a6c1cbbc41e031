package tournament

import "slices"

// matching pairs n players so that the sum of what the pairs are worth is as great as it can be.
// worth(i, j), i < j, returns what a pair is worth, or nil if the two cannot meet. All values have the
// same length. They are added and compared as vectors: a greater first number decides, then the second,
// and so on. It returns each player's mate, Nobody for a player without one.
//
// This is Edmonds' algorithm in the form of Galil: every player, and every blossom (a circle of odd
// length that is taken for one player), has a label; the labels of two players always add up to at
// least twice the worth of their pair. Only tight pairs, whose labels add up to no more, are used.
// From all who have no mate trees grow along tight pairs; where two trees meet there is one more
// pair, where a tree meets itself a blossom, and where no tree can grow the labels change until one
// can. It takes n³ comparisons. It only adds, compares and halves, so it works on vectors as it
// does on numbers.
func matching(n int, worth func(i, j int) []int) []int {
	mates := make([]int, n)
	m := newMatcher(n, worth)
	for m.width > 0 && m.grow() {
	}
	for i := range mates {
		mates[i] = m.mate[i+1] - 1 // 0 is nobody
	}
	return mates
}

// A pair is two players, which the two nodes are or contain.
type pair struct {
	u, v  int
	worth []int // nil if they cannot meet
}

// The role of a node in the trees.
const (
	outside = -1
	outer   = 0 // joined to the root by an even number of pairs
	inner   = 1
)

// A matcher's nodes are the players 1 to n and the blossoms from n+1; 0 is no node.
type matcher struct {
	n, nodes int
	width    int      // how many numbers a worth has, 0 if there are no pairs
	pairs    [][]pair // the best between two nodes
	label    [][]int
	mate     []int   // of a node: the player, in another node, whom it is paired with
	slack    []int   // of a node: the outer player who is nearest to a tight pair with it
	top      []int   // of a node: the greatest blossom it is in, itself if in none; 0 if not in use
	parent   []int   // of a node in a tree: the player, in another node, that it was reached from
	kind     []int   // of a node
	seen     []int   // of a node: the search that has seen it last
	circle   [][]int // of a blossom: its nodes, the first holding the one paired outside
	within   [][]int // of a blossom and a player: the node of its circle with the player; 0 if not in it
	queue    []int   // outer players whose trees may grow
	search   int
	step     []int // by how much labels change
	spare    []int
}

func newMatcher(n int, worth func(i, j int) []int) *matcher {
	size := n + n/2 + 2 // there are never more blossoms than n/2
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

// near notes that the outer player u may be the nearest to node x.
func (m *matcher) near(u, x int) {
	if m.slack[x] == 0 || m.nearer(m.pairs[u][x], m.pairs[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

// findNear finds the outer player who is nearest to node x.
func (m *matcher) findNear(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.pairs[u][x].worth != nil && m.top[u] != x && m.kind[m.top[u]] == outer {
			m.near(u, x)
		}
	}
}

// enqueue lets the trees grow from the players of node x.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.circle[x] {
		m.enqueue(y)
	}
}

// setTop says that node x, with all in it, is in b.
func (m *matcher) setTop(x, b int) {
	m.top[x] = b
	if x > m.n {
		for _, y := range m.circle[x] {
			m.setTop(y, b)
		}
	}
}

// turn returns the place of x in the circle of blossom b, which it turns round if that
// makes the place even: so many pairs are on the way to it from the first.
func (m *matcher) turn(b, x int) int {
	at := slices.Index(m.circle[b], x)
	if at%2 == 1 {
		slices.Reverse(m.circle[b][1:])
		at = len(m.circle[b]) - at
	}
	return at
}

// join gives node u the mate that is in node v, and pairs the rest of a blossom anew.
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

// augment joins u to v, and changes pairs all the way from u to its root.
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

// meet returns the first node that the ways of u and v to their roots share, 0 if none.
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

// shrink makes a blossom of the ways from u and v to the node where they meet.
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

// expand takes an inner blossom apart whose label is 0.
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

// use lets a tree grow along a tight pair, and says whether that made one more pair.
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

// grow makes one more pair; it returns false when none makes the sum greater.
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

// useNear lets the trees grow along the pairs that new labels have made tight.
func (m *matcher) useNear() bool {
	for x := 1; x <= m.nodes; x++ {
		u := m.slack[x]
		if m.top[x] == x && u != 0 && m.top[u] != x && m.tight(m.pairs[u][x]) && m.use(m.pairs[u][x]) {
			return true
		}
	}
	return false
}

// reach lets the trees grow while there are tight pairs.
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
			if !m.tight(m.pairs[u][v]) {
				m.near(u, m.top[v])
			} else if m.use(m.pairs[u][v]) {
				return true
			}
		}
	}
	return false
}
