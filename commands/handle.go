package commands

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
)

// Commands is the set of all commands over their services. It keeps no state of
// its own and is safe for concurrent use.
type Commands struct {
	services     Services
	texts        *texts.Catalogue
	router       router
	declarations []*discordgo.ApplicationCommand
}

// A command is one entry of Discord's command list with its handlers.
type command struct {
	declaration *discordgo.ApplicationCommand
	run         handler
	complete    handler // answers autocomplete, nil without any
}

// New returns the commands.
func New(s Services) *Commands { return speaking(s, texts.Load()) }

// speaking returns the commands with the texts of a catalogue.
func speaking(s Services, catalogue *texts.Catalogue) *Commands {
	c := &Commands{services: s, texts: catalogue}
	for _, command := range c.commands() {
		c.register(command)
	}
	slices.SortFunc(c.declarations, func(a, b *discordgo.ApplicationCommand) int {
		if a.Type != b.Type {
			return int(a.Type) - int(b.Type)
		}
		return strings.Compare(a.Name, b.Name)
	})
	c.routePresses()
	return c
}

// commands returns every command, one for each file.
func (c *Commands) commands() []command {
	return []command{
		c.classicCommand(), c.ultimateCommand(), c.challengeCommand(), c.challengeMemberCommand(),
		c.watchCommand(), c.moveCommand(), c.boardCommand(), c.resignCommand(), c.drawCommand(),
		c.takebackCommand(), c.gamesCommand(), c.rulesCommand(), c.helpCommand(),
	}
}

func (c *Commands) register(cmd command) {
	path := commandPath(cmd.declaration.Type, cmd.declaration.Name)
	c.router.add(typed, path, cmd.run)
	if cmd.complete != nil {
		c.router.add(completed, path, cmd.complete)
	}
	c.declarations = append(c.declarations, cmd.declaration)
}

// routePresses adds the routes of buttons and menus.
func (c *Commands) routePresses() {
	for _, press := range []struct {
		action string
		handle handler
	}{
		{"accept", c.pressAccept}, {"decline", c.pressDecline}, {"withdraw", c.pressWithdraw},
		{"boards", c.pressBoards}, {"board-{board}", c.pressBoard},
		{"rows", c.pressRow}, {"squares", c.pressSquareMenu},
		{"resign", c.pressResign}, {"resign-yes", c.pressResignYes}, {"stop", c.pressStop}, {"claim", c.pressClaim},
		{"draw", c.pressDraw}, {"draw-yes", c.pressDrawYes}, {"draw-no", c.pressDrawNo},
		{"takeback", c.pressTakeback}, {"takeback-yes", c.pressTakebackYes}, {"takeback-no", c.pressTakebackNo},
		{"rules", c.pressRules}, {"rematch", c.pressRematch},
		{"{square}", c.pressSquare}, // last, as it matches every word
	} {
		c.router.add(pressed, "/m/{match}/{version}/"+press.action, press.handle)
	}
	c.router.add(pressed, "/pick/move/{square}", c.pickMove)
	c.router.add(pressed, "/pick/{command}", c.pickGame)
}

// Declarations returns what is registered with Discord, sorted by type and name.
func (c *Commands) Declarations() []*discordgo.ApplicationCommand {
	return slices.Clone(c.declarations)
}

// Handle answers one interaction. It checks type and data before use, never
// panics on foreign input, and always returns a complete Reply.
func (c *Commands) Handle(ctx context.Context, i *discordgo.Interaction) Reply {
	if i.Type == discordgo.InteractionPing {
		return Reply{Response: &discordgo.InteractionResponse{Type: discordgo.InteractionResponsePong}, Path: "ping"}
	}
	r, err := newRequest(i, c.texts)
	if err != nil {
		return c.refused(r, err)
	}
	found, vars, ok := c.router.find(r.kind, r.path)
	if !ok {
		return c.refused(r, unrouted(r))
	}
	r.vars = vars
	reply, err := found.handle(ctx, r)
	if err != nil {
		reply = c.refusedOrDone(ctx, r, err)
	}
	reply.Path = found.pattern
	return reply
}

// refusedOrDone returns the answer for an error. An interaction that was carried
// out when it was delivered before is not refused for what it has changed itself,
// such as whose turn it is: the match is shown as it is now.
func (c *Commands) refusedOrDone(ctx context.Context, r *request, err error) Reply {
	if r.kind == completed {
		return c.refused(r, err)
	}
	g, done := c.services.Matches.CarriedOut(ctx)
	switch {
	case !done:
		return c.refused(r, err)
	case r.variable("match") == string(g.Match.ID) && !r.private:
		return c.update(r, g, view{})
	}
	return c.show(r, g)
}

// unrouted returns the refusal of a path that no route has.
func unrouted(r *request) error {
	if r.kind == pressed {
		return refuse(texts.RefuseOldButton)
	}
	return refuse(texts.RefuseCommand)
}

// refused returns the private answer for an error. It is the one place where
// errors become sentences. Autocomplete has no place for sentences: it offers
// nothing.
func (c *Commands) refused(r *request, err error) Reply {
	refusal := refusalOf(err)
	reply := private(r.reader.Say(refusal.key, refusal.args...))
	if r.kind == completed {
		reply = completions(nil)
	}
	reply.Refresh = refusal.refresh
	reply.Err = err
	return reply
}
