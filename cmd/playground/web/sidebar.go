package web

type placesView struct {
	Title    string
	Rail     []placeView // direct messages first, then the guilds
	Channels []placeView
}

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

func (v *view) unseen(c Channel) int {
	if c.ID == v.channel.ID {
		return 0
	}
	seen, _ := v.server.seenPings.Load([2]string{v.member.User.ID, c.ID})
	count, _ := seen.(int)
	return v.world.Client(v.member, c).Pings() - count
}
