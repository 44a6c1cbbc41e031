package web_test

import (
	"slices"
	"sync"

	"noughts/bot/discordtest"
	"noughts/cmd/playground/web"
)

// A fakeWorld has two guilds and a direct message. All members share one client. Each channel in `elsewhere` has its
// own client instead.
type fakeWorld struct {
	client    web.Client
	elsewhere map[string]web.Client // by channel slug
	members   []web.Member

	mu        sync.Mutex
	threads   []web.Channel
	locales   map[string]string              // by member slug
	roles     map[string][]*discordtest.Role // by member slug
	installed map[string]bool
	changed   chan struct{}
}

func newFakeWorld(client web.Client) *fakeWorld {
	return &fakeWorld{
		client: client, members: fakeMembers(), elsewhere: map[string]web.Client{},
		locales: map[string]string{}, roles: map[string][]*discordtest.Role{}, installed: map[string]bool{}, changed: make(chan struct{}),
	}
}

func (w *fakeWorld) Guilds() []web.Guild {
	w.mu.Lock()
	defer w.mu.Unlock()
	return []web.Guild{{ID: "7", Name: "Test guild", Locale: w.locales["7"], Roles: []*discordtest.Role{playersRole()}}, {ID: "8", Name: "Other guild"}}
}

func (w *fakeWorld) Members() []web.Member { return w.members }

func fakeMembers() []web.Member {
	user := func(id, name string, bot bool) *discordtest.User {
		return person(id, name, bot)
	}
	return []web.Member{
		{Slug: "alice", Colour: "blurple", User: user("1", "Alice", false)},
		{Slug: "bob", Colour: "teal", User: user("2", "Bob", false)},
		{Slug: "carol", Colour: "pink", User: user("3", "Carol Ann", false)},
		{Slug: "noughts", Colour: "orange", User: user("9", "Noughts", true)},
	}
}

func (w *fakeWorld) Channels(m web.Member) []web.Channel {
	w.mu.Lock()
	defer w.mu.Unlock()
	all := []discordtest.Snowflake{"1", "2", "3", "9"}
	channels := []web.Channel{
		{ID: "70", Slug: "general", Name: "general", Topic: "Everything", Guild: "7", Members: all, Real: &discordtest.Channel{ID: "70"}},
		{ID: "71", Slug: "games", Name: "games", Topic: "Boards", Guild: "7", Members: all},
	}
	channels = append(channels, w.threads...)
	return append(channels,
		web.Channel{ID: "80", Slug: "lounge", Name: "lounge", Guild: "8", Members: all[:3]},
		web.Channel{ID: "90" + m.User.ID, Slug: "@noughts", Name: "Noughts", Kind: web.Direct, Members: []discordtest.Snowflake{m.User.ID, "9"}},
	)
}

func (w *fakeWorld) Changed() <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.changed
}

func (w *fakeWorld) Client(_ web.Member, c web.Channel) web.Client {
	if client, ok := w.elsewhere[c.Slug]; ok {
		return client
	}
	return w.client
}

func (w *fakeWorld) Locales() []web.Locale {
	return []web.Locale{{Code: "en-US", Name: "English"}, {Code: "de", Name: "Deutsch"}}
}

func (w *fakeWorld) SetGuildLocale(g web.Guild, locale string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.locales[g.ID] = locale
}

func (w *fakeWorld) RolesOf(_ web.Guild, m web.Member) []*discordtest.Role {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.roles[m.Slug]
}

func (w *fakeWorld) SetRoles(_ web.Guild, m web.Member, wanted []*discordtest.Role) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.roles[m.Slug] = wanted
}

func (w *fakeWorld) Locale(m web.Member) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.locales[m.Slug]
}

func (w *fakeWorld) SetLocale(m web.Member, locale string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.locales[m.Slug] = locale
}

// EmojiImage returns a tile for the id 1. No other id has an image.
func (w *fakeWorld) EmojiImage(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	return "image/png", tile(), id == "1"
}

// Attachment returns three files: a PNG image for the id 2, an HTML page for 3, and an SVG drawing for 5.
func (w *fakeWorld) Attachment(id discordtest.Snowflake) (contentType string, data []byte, ok bool) {
	if id == "3" {
		return "text/html; charset=utf-8", []byte("<script>alert(1)</script>"), true
	}
	if id == "5" {
		return "image/svg+xml", []byte("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"), true
	}
	return "image/png", tile(), id == "2"
}

func (w *fakeWorld) Installed(m web.Member) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.installed[m.Slug]
}

func (w *fakeWorld) SetInstalled(m web.Member, installed bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.installed[m.Slug] = installed
}

func (w *fakeWorld) NewThread(_ web.Member, parent web.Channel, name string) (web.Channel, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	thread := parent
	thread.ID, thread.Slug, thread.Name, thread.Kind, thread.Parent = "700", "700", name, web.Thread, parent.ID
	w.threads = append(w.threads, thread)
	close(w.changed)
	w.changed = make(chan struct{})
	return thread, nil
}

func (w *fakeWorld) Archive(_ web.Member, thread web.Channel, archived bool) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.threads, func(c web.Channel) bool { return c.ID == thread.ID })
	w.threads[i].Archived = archived
	return nil
}

// somewhere is a Discord that creates users for the fakes.
var somewhere = discordtest.NewServer()

// person returns a user with the given id.
func person(id, name string, bot bool) *discordtest.User {
	u := somewhere.NewUser(name)
	u.ID, u.Bot = id, bot
	return u
}

// playersRole returns a role with a fixed id.
func playersRole() *discordtest.Role {
	r := somewhere.NewGuild("Test guild").NewRole("players", 0)
	r.ID = "77"
	return r
}
