package web

import "sync"

// A placesView is the rail of guilds and the list of channels beside it.
type placesView struct {
	Title    string
	Rail     []placeView // direct messages, then the guilds
	Channels []placeView
}

// A placeView leads to a guild or channel.
type placeView struct {
	Name    string
	Sign    string // before a channel's name
	Initial string // of a guild
	URL     string
	Class   string
	Current bool
	Pings   int // that the member has not seen
}

// home is what the rail's first place is called, where private channels are.
const home = "Direct messages"

func (v *view) places() placesView {
	p := placesView{Title: home}
	if g, ok := v.guild(); ok {
		p.Title = g.Name
	}
	p.Rail = append(p.Rail, v.railPlace("", home, "💬"))
	for _, g := range v.world.Guilds() {
		p.Rail = append(p.Rail, v.railPlace(g.ID, g.Name, initial(g.Name)))
	}
	for _, c := range v.channels {
		if c.Guild == v.channel.Guild {
			p.Channels = append(p.Channels, v.channelLine(c))
		}
	}
	return p
}

// railPlace leads to the first channel of a guild that the member sees.
func (v *view) railPlace(guild, name, initial string) placeView {
	p := placeView{Name: name, Initial: initial, Current: v.channel.Guild == guild}
	for _, c := range v.channels {
		if c.Guild != guild {
			continue
		}
		if p.URL == "" {
			p.URL = v.link(c)
		}
		p.Pings += v.unseen(c)
	}
	return p
}

var channelClasses = map[Kind]string{Thread: "thread", Direct: "private-channel", Group: "private-channel"}

func (v *view) channelLine(c Channel) placeView {
	p := placeView{
		Name: c.Name, Sign: c.sign(), URL: v.link(c), Class: channelClasses[c.Kind],
		Current: c.ID == v.channel.ID, Pings: v.unseen(c),
	}
	if c.Archived {
		p.Class += " archived"
	}
	return p
}

// unseen returns how many pings of a channel the member has not seen: none of
// the one that is shown.
func (v *view) unseen(c Channel) int {
	if c.ID == v.channel.ID {
		return 0
	}
	return v.world.Client(v.member, c).Pings() - v.server.seen.count(v.member, c)
}

// seenPings remembers how many pings of each channel its members have seen.
type seenPings struct {
	mu     sync.Mutex
	counts map[[2]string]int
}

func (s *seenPings) count(m Member, c Channel) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[[2]string{m.User.ID, c.ID}]
}

// see notes that the member has seen all there are.
func (s *seenPings) see(m Member, c Channel, pings int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[[2]string]int{}
	}
	s.counts[[2]string{m.User.ID, c.ID}] = pings
}
