package tournament

import "slices"

// matching pairs n players so that the total worth of the pairs is as large as possible. worth(i, j), i < j, returns
// the worth of a pair, or nil if the two players cannot meet. All worths are vectors of the same length. Worths are
// added component by component and compared lexicographically. matching returns the mate of each player, or Nobody.
//
// This is Edmonds' algorithm. A blossom is a cycle of odd length that is treated as one player. Every player and every
// blossom has a label. The labels of two players always add up to at least twice the worth of their pair. A pair is
// tight if they add up to exactly that, and only tight pairs are used. Alternating trees grow along tight pairs,
// starting from all players without a mate. If two trees meet, one more pair is possible. If a tree meets itself, it has
// found a blossom. If no tree can grow, the labels change. The algorithm only adds, compares and halves worths, so it
// works on vectors as on numbers.
func matching(n int, worth func(i, j int) []int) []int {
	mates := make([]int, n)
	m := newMatcher(n, worth)
	for m.grow() {
	}
	for i := range mates {
		mates[i] = m.mate[i+1] - 1 // nodes start at 1, so 0 (no mate) becomes Nobody
	}
	return mates
}

// The place of a node in the alternating trees of matching.
const (
	outside = iota // in no tree
	outer          // at an even distance from the root of its tree
	inner          // at an odd distance
)

// A matcher is the state of the algorithm. Its nodes are the players, 1 to n, and the blossoms,
// from n+1. 0 means no node.
type matcher struct {
	n      int
	worth  [][][]int // by two players; nil if they cannot meet
	label  [][]int   // by node
	mate   []int     // by node: the player in another node that it is paired with, 0 for none
	top    []int     // by node: the outermost blossom that contains it, or the node itself; 0 if unused
	inside []int     // by node: the innermost blossom that contains it
	kind   []int     // by outermost node
	parent []link    // by inner node: the link from the outer node that it was reached from
	circle [][]int   // by blossom: the nodes of its cycle, starting with the node that is paired outside
	links  [][]link  // by blossom: from each node of its cycle to the next
}

// A link is a tight pair of players in two nodes.
type link struct{ from, to int }

func newMatcher(n int, worth func(i, j int) []int) *matcher {
	size := n + n/2 + 2 // there are at most n/2 blossoms
	m := &matcher{
		n: n, worth: make([][][]int, n+1), label: make([][]int, size), mate: make([]int, size), top: make([]int, size), inside: make([]int, size),
		kind: make([]int, size), parent: make([]link, size), circle: make([][]int, size), links: make([][]link, size),
	}
	var greatest []int
	for u := range m.worth {
		m.worth[u] = make([][]int, n+1)
		for v := 1; v < u; v++ {
			w := worth(v-1, u-1)
			m.worth[u][v], m.worth[v][u] = w, w
			if w != nil && (greatest == nil || slices.Compare(w, greatest) > 0) {
				greatest = w
			}
		}
	}
	for x := range m.label {
		m.label[x] = make([]int, len(greatest))
		if 1 <= x && x <= n {
			m.top[x] = x
			copy(m.label[x], greatest)
		}
	}
	return m
}

// grow adds one more pair to the matching. It returns false if that cannot increase the total worth.
func (m *matcher) grow() bool {
	for x := range m.top {
		m.kind[x] = outside
		if x > 0 && m.top[x] == x && m.mate[x] == 0 {
			m.kind[x] = outer
		}
	}
	for {
		if l, ok := m.tight(); ok {
			if m.use(l) {
				return true
			}
		} else if !m.expandEmpty() && !m.relabel() {
			return false
		}
	}
}

// edges yields each pair along which a tree could grow: from a player in an outer node to one in another node that is
// not inner.
func (m *matcher) edges(yield func(link) bool) {
	for u := 1; u <= m.n; u++ {
		for v := 1; v <= m.n && m.kind[m.top[u]] == outer; v++ {
			if m.worth[u][v] != nil && m.top[u] != m.top[v] && m.kind[m.top[v]] != inner && !yield(link{u, v}) {
				return
			}
		}
	}
}

func (m *matcher) tight() (link, bool) {
edges:
	for l := range m.edges {
		u, v := m.label[l.from], m.label[l.to]
		for i, w := range m.worth[l.from][l.to] {
			if u[i]+v[i] != 2*w {
				continue edges
			}
		}
		return l, true
	}
	return link{}, false
}

// use grows a tree along a tight pair. It returns true if the matching then has one more pair.
func (m *matcher) use(l link) bool {
	u, v := m.top[l.from], m.top[l.to]
	if m.kind[v] == outside {
		m.parent[v], m.kind[v] = l, inner
		m.kind[m.top[m.mate[v]]] = outer
		return false
	}
	base := m.meet(u, v)
	if base == 0 {
		m.augment(l)
		m.augment(link{l.to, l.from})
		return true
	}
	m.shrink(base, l)
	return false
}

// above returns the next outer node on the path from an outer node to its root, or 0 for the root.
func (m *matcher) above(x int) int { return m.top[m.parent[m.top[m.mate[x]]].from] }

// meet returns the first common node on the paths of u and v to their roots, or 0 if there is none.
func (m *matcher) meet(u, v int) int {
	path := map[int]bool{}
	for ; u != 0; u = m.above(u) {
		path[u] = true
	}
	for v != 0 && !path[v] {
		v = m.above(v)
	}
	return v
}

// augment pairs the players of a link, and swaps paired and unpaired links along the path to the root of its tree.
func (m *matcher) augment(l link) {
	for {
		u := m.top[l.from]
		old := m.top[m.mate[u]]
		m.join(u, l)
		if old == 0 {
			return
		}
		l = m.parent[old]
		m.join(old, link{l.to, l.from})
	}
}

// join pairs node x by a link from a player in it. If x is a blossom, it pairs the other nodes of the blossom with each
// other.
func (m *matcher) join(x int, l link) {
	m.mate[x] = l.to
	if x <= m.n {
		return
	}
	at := m.turn(x, l.from)
	for i := 0; i < at; i += 2 {
		pair := m.links[x][i]
		m.join(m.circle[x][i], pair)
		m.join(m.circle[x][i+1], link{pair.to, pair.from})
	}
	m.join(m.circle[x][at], l)
	m.circle[x] = slices.Concat(m.circle[x][at:], m.circle[x][:at])
	m.links[x] = slices.Concat(m.links[x][at:], m.links[x][:at])
}

// turn returns the index of the node with a player in the cycle of blossom b. The index must be even, because pairs
// inside the blossom take two nodes each. If it is odd, turn reverses the direction of the cycle first.
func (m *matcher) turn(b, player int) int {
	x := player
	for m.inside[x] != b {
		x = m.inside[x]
	}
	at := slices.Index(m.circle[b], x)
	if at%2 == 1 {
		slices.Reverse(m.circle[b][1:])
		reverse(m.links[b])
		at = len(m.circle[b]) - at
	}
	return at
}

func reverse(links []link) {
	slices.Reverse(links)
	for i, l := range links {
		links[i] = link{l.to, l.from}
	}
}

// shrink makes a blossom of a link and of the paths from its ends to `base`, where they meet.
func (m *matcher) shrink(base int, l link) {
	climb := func(x int) (nodes []int, links []link) {
		for x != base {
			y := m.top[m.mate[x]]
			nodes = append(nodes, x, y)
			links = append(links, link{m.mate[y], m.mate[x]}, link{m.parent[y].to, m.parent[y].from})
			x = m.above(x)
		}
		return nodes, links
	}
	up, upLinks := climb(m.top[l.from])
	down, downLinks := climb(m.top[l.to])
	slices.Reverse(up)
	reverse(upLinks)
	b := m.n + 1 + slices.Index(m.top[m.n+1:], 0)
	m.circle[b] = slices.Concat([]int{base}, up, down)
	m.links[b] = slices.Concat(upLinks, []link{l}, downLinks)
	clear(m.label[b])
	m.kind[b], m.mate[b] = outer, m.mate[base]
	m.setTop(b, b)
	for _, x := range m.circle[b] {
		m.inside[x] = b
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

// expandEmpty dissolves an inner blossom with label 0 into the nodes of its cycle. The tree goes on along the cycle,
// from the node that the tree has reached to the node that is paired outside. It returns false if there is no such
// blossom.
func (m *matcher) expandEmpty() bool {
	b := m.n + 1
	for ; b < len(m.top); b++ {
		if m.top[b] == b && m.kind[b] == inner && slices.Max(m.label[b]) == 0 && slices.Min(m.label[b]) == 0 {
			break
		}
	}
	if b == len(m.top) {
		return false
	}
	entry := m.turn(b, m.parent[b].to)
	for i, x := range m.circle[b] {
		m.setTop(x, x)
		switch {
		case i > entry:
			m.kind[x] = outside
		case i%2 == 1:
			m.kind[x] = outer
		default:
			m.kind[x] = inner
			m.parent[x] = link{m.links[b][i].to, m.links[b][i].from}
		}
	}
	m.parent[m.circle[b][entry]] = m.parent[b]
	m.top[b] = 0
	return true
}

// relabel changes the labels of nodes as far as possible: until a pair becomes tight, or the label of an inner blossom
// zero. It returns false if a player's label would become zero before, or nothing limits the change: then the matching is
// optimal.
func (m *matcher) relabel() bool {
	var step []int
	// take sets step to times*(a+b-2*worth)/2 if that is less. The division is exact, because in each component the
	// labels of all outer players have the same parity.
	take := func(times int, a, b, worth []int) {
		for i := range step {
			if d := times*(a[i]+b[i]-2*worth[i])/2 - step[i]; d > 0 {
				return
			} else if d < 0 {
				break
			}
		}
		step = make([]int, len(worth))
		for i := range step {
			step[i] = times * (a[i] + b[i] - 2*worth[i]) / 2
		}
	}
	for l := range m.edges {
		times := 2
		if m.kind[m.top[l.to]] == outer {
			times = 1
		}
		take(times, m.label[l.from], m.label[l.to], m.worth[l.from][l.to])
	}
	none := make([]int, len(m.label[0]))
	for b := m.n + 1; b < len(m.top); b++ {
		if m.top[b] == b && m.kind[b] == inner {
			take(1, m.label[b], none, none)
		}
	}
	if step == nil {
		return false
	}
	for u := 1; u <= m.n; u++ {
		if m.kind[m.top[u]] == outer && slices.Compare(m.label[u], step) <= 0 {
			return false
		}
	}
	for x, top := range m.top {
		times := 0
		switch {
		case x > m.n && top != x: // not the outermost
		case m.kind[top] == outer:
			times = -1
		case m.kind[top] == inner:
			times = 1
		}
		if x > m.n {
			times *= -2
		}
		for i, d := range step {
			m.label[x][i] += times * d
		}
	}
	return true
}
