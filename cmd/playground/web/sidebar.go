package web

import "sync"

// A placesView is the data of the sidebar: the rail of guilds and the list of channels.
type placesView struct {
	Title    string
	Rail     []placeView // direct messages first, then the guilds
	Channels []placeView
}

// A placeView is a link to a guild or channel.
type placeView struct {
	Name    string
	Sign    string // shown before a channel's name
	Initial string // first letter of a guild's name
	URL     string
	Class   string
	Current bool
	Pings   int // unseen pings of the member
}

// home is the name of the rail's first place, which holds the private channels.
const home = "Direct messages"

func (v *view) places() placesView {
	p := placesView{Title: home}
	if g := v.guild(); g != nil {
		p.Title = g.Name()
	}
	p.Rail = append(p.Rail, v.railPlace("", home, "💬"))
	for _, g := range v.world.Guilds {
		p.Rail = append(p.Rail, v.railPlace(g.ID, g.Name(), initial(g.Name())))
	}
	for _, c := range v.channels {
		if c.Guild == v.channel.Guild {
			p.Channels = append(p.Channels, v.channelLine(c))
		}
	}
	return p
}

// railPlace returns the rail's link to a guild. It leads to the guild's first channel among those that the member sees.
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

// unseen returns how many pings in a channel the member has not seen yet. It returns 0 for the shown channel.
func (v *view) unseen(c Channel) int {
	if c.ID == v.channel.ID {
		return 0
	}
	return v.world.Client(v.member, c).Pings() - v.server.seen.count(v.member, c)
}

// seenPings counts the pings that each member has seen in each channel.
type seenPings struct {
	mu     sync.Mutex
	counts map[[2]string]int
}

func (s *seenPings) count(m Member, c Channel) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[[2]string{m.User.ID, c.ID}]
}

// see records that the member has seen all pings so far.
func (s *seenPings) see(m Member, c Channel, pings int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts == nil {
		s.counts = map[[2]string]int{}
	}
	s.counts[[2]string{m.User.ID, c.ID}] = pings
}
