package clients

import (
	"slices"
	"strings"

	"noughts/bot/discordtest"
)

func (p part) answers() {
	p.shows(p.alice.Uses("/ping"), "pong")
	p.shows(p.alice.Uses("/guilds"), "1 guilds")
}

// notHere is the start of the error message for a request that discordtest does not serve.
const notHere = "discordtest does not have "

// readsWhatIsMissing checks what the bot's library reports for a request that discordtest does not serve: the text of
// the library's error must name that request.
func (p part) readsWhatIsMissing() {
	p.t.Helper()
	answer := p.alice.Uses("/bans")
	p.answered()
	if got, want := discordtest.Text(answer), notHere+"GET /guilds/{guild_id}/bans"; !strings.Contains(got, want) {
		p.t.Errorf("the library's error is %q, without %q", got, want)
	}
}

func (p part) greets() {
	p.shows(p.alice.UsesOn("Greet", p.bobUser), "Hello, bob")
}

func (p part) completes() {
	if got, want := p.alice.Completes("/pick", "fruit", "ap"), []string{"apple", "apricot"}; !slices.Equal(got, want) {
		p.t.Errorf("offers %q, want %q", got, want)
	}
	if got := p.alice.Completes("/pick", "fruit", "x"); len(got) != 0 {
		p.t.Errorf("offers %q, want nothing", got)
	}
	p.shows(p.alice.Uses("/pick fruit:plum"), "You picked plum")
}

// menu has alice use /menu, and returns the bot's message.
func (p part) menu() discordtest.Message {
	p.t.Helper()
	menu := p.alice.Uses("/menu")
	p.shows(menu, "Nothing yet")
	p.settles()
	return menu
}

func (p part) counts() {
	menu := p.menu()
	p.bob.PressesOn(menu.ID, "Count")
	p.settles()
	p.alice.PressesOn(menu.ID, "Count")
	p.shows(p.alice.Message(menu.ID), "Counted 2")
}

func (p part) chooses() {
	menu := p.menu()
	chosen := p.alice.Chooses("green")
	p.shows(chosen, "Chose green")
	if chosen.ID != menu.ID {
		p.t.Error("the choice made a new message")
	}
}

func (p part) editsLater() {
	menu := p.menu()
	p.alice.PressesOn(menu.ID, "Later")
	p.alice.AwaitsMessage("the edit", func(m discordtest.Message) bool {
		return m.ID == menu.ID && discordtest.Text(m) == "Later"
	})
}

func (p part) asksForTime() {
	public := p.alice.Uses("/slow")
	p.shows(public, "Done")
	p.shows(p.bob.Message(public.ID), "Done")

	private := p.alice.Uses("/slow private:true")
	p.shows(private, "Done")
	if !private.Ephemeral() {
		p.t.Error("the private answer is public")
	}
}

func (p part) followsUp() {
	first := p.alice.Uses("/follow")
	p.shows(first, "First")
	p.bob.Awaits("Second, edited")
	p.alice.Awaits("Third")
	p.alice.SeesPrivately("Third")
	p.bob.DoesNotSee("Third")
	ctx, cancel := p.patience()
	defer cancel()
	_, err := p.bob.Client().Await(ctx, func(seen []discordtest.Message) bool {
		return !slices.ContainsFunc(seen, func(m discordtest.Message) bool { return m.ID == first.ID })
	})
	if err != nil {
		p.t.Error("the answer has not been deleted")
	}
}
