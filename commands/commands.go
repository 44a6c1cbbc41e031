// Package commands is what members see of the bot: the slash commands, each
// with its declaration and its handlers, the buttons and menus of the live
// message, and the sentences for refusals. A handler decides and does nothing: from
// a request, and from what is stored, it makes a plan, which is a value. Others
// carry it out.
package commands

import (
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/route"
	"noughts/commands/texts"
	"noughts/game/match"
)

// Commands is the set of all commands. It keeps no state and is safe for
// concurrent use.
type Commands struct {
	texts        *texts.Catalogue
	web          string                                 // see New
	routes       [plan.Form + 1]route.Table[plan.Route] // by the kind of request
	declarations []*discordgo.ApplicationCommand
}

// A command is one entry of Discord's command list with its handlers.
type command struct {
	declaration *discordgo.ApplicationCommand
	run         plan.Handler
	complete    plan.Handler // answers its completions, nil without any
}

// New returns the commands. web is the scheme and host of the web client that links
// lead to, "" for Discord's.
func New(web string) *Commands { return speaking(texts.Load(), web) }

// speaking returns the commands with the texts of a catalogue.
func speaking(catalogue *texts.Catalogue, web string) *Commands {
	c := &Commands{texts: catalogue, web: web}
	for _, command := range []command{
		c.classicCommand(), c.ultimateCommand(), c.challengeCommand(), c.challengeMemberCommand(),
		c.watchCommand(), c.moveCommand(), c.boardCommand(), c.resignCommand(), c.drawCommand(),
		c.takebackCommand(), c.gamesCommand(), c.rulesCommand(), c.helpCommand(),
	} {
		c.register(command)
	}
	slices.SortFunc(c.declarations, func(a, b *discordgo.ApplicationCommand) int {
		if a.Type != b.Type {
			return int(a.Type) - int(b.Type)
		}
		return strings.Compare(a.Name, b.Name)
	})
	const board = "/m/{match}/{version}/"
	for _, press := range []plan.Route{
		{Pattern: board + "accept", Handle: pressAccept},
		{Pattern: board + "decline", Handle: pressDecline},
		{Pattern: board + "withdraw", Handle: pressWithdraw},
		{Pattern: board + "boards", Handle: pressBoards},
		{Pattern: board + "board-{board}", Handle: pressBoard},
		{Pattern: board + "rows", Handle: pressRow},
		{Pattern: board + "squares", Handle: pressSquare},
		{Pattern: board + "resign", Handle: pressResign},
		{Pattern: board + "resign-yes", Handle: pressResignYes},
		{Pattern: board + "stop", Handle: pressStop},
		{Pattern: board + "claim", Handle: pressClaim},
		{Pattern: board + "draw", Handle: pressDraw},
		{Pattern: board + "draw-yes", Handle: pressDrawYes},
		{Pattern: board + "draw-no", Handle: pressDrawNo},
		{Pattern: board + "takeback", Handle: pressTakeback},
		{Pattern: board + "takeback-yes", Handle: pressTakebackYes},
		{Pattern: board + "takeback-no", Handle: pressTakebackNo},
		{Pattern: board + "rules", Handle: pressRules},
		{Pattern: board + "rematch", Handle: pressRematch, Anew: true},
		{Pattern: board + "{square}", Handle: pressSquare},
		{Pattern: "/pick/move/{square}", Handle: pickMove, Anew: true},
		{Pattern: "/pick/{command}", Handle: pickGame, Anew: true},
	} {
		c.routes[plan.Press].Add(press.Pattern, press)
	}
	return c
}

func (c *Commands) register(cmd command) {
	path := "/" + cmd.declaration.Name
	if cmd.declaration.Type == discordgo.UserApplicationCommand {
		path = "/user" + path
	}
	c.routes[plan.Command].Add(path, plan.Route{Pattern: path, Handle: cmd.run})
	if cmd.complete != nil {
		c.routes[plan.Completion].Add(path, plan.Route{Pattern: path, Handle: cmd.complete})
	}
	c.declarations = append(c.declarations, cmd.declaration)
}

// Declarations returns what is registered with Discord, sorted by type and name.
func (c *Commands) Declarations() []*discordgo.ApplicationCommand {
	return slices.Clone(c.declarations)
}

// Routes returns every Pattern that a Route can have but "", sorted: for counts that
// begin at zero.
func (c *Commands) Routes() []string {
	var all []string
	for _, table := range c.routes {
		all = append(all, table.Patterns()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// Route returns what answers a request, and completes the request with what its
// handler reads besides: the variables of the path, and the reader's language.
// For an unknown path that is a handler which refuses.
func (c *Commands) Route(r *plan.Request) plan.Route {
	r.Reader = c.texts.In(r.Locale)
	if found, vars, ok := c.routes[r.Kind].Find(r.Path); ok {
		r.Vars = vars
		return found
	}
	return plan.Route{Handle: func(r *plan.Request) (plan.Plan, error) {
		if r.Kind == plan.Press || r.Kind == plan.Form {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return nil, plan.Refuse(texts.RefuseCommand)
	}}
}

// Live returns the live message of a match as it is shown in a way. One that is
// shown anew pings the member that the match waits for, unless that is the caller;
// edits ping nobody.
func (c *Commands) Live(rec match.Record, v plan.View, as plan.As) plan.Content {
	content := plan.Content{Components: card.Live(c.texts.In(rec.Place.Locale), rec, v)}
	if waited := card.WaitsFor(rec.Match); as == plan.Anew && waited != "" && waited != v.Caller {
		content.Pings = []string{waited}
	}
	return content
}

// Warning returns the notice, to those who play, that a match ends soon because
// nobody touches it.
func (c *Commands) Warning(rec match.Record) plan.Content {
	l := c.texts.In(rec.Place.Locale)
	notice := plan.Content{Text: l.Say(texts.WarnAbandoned, "Game", card.Game(l, rec.Match), "Players", card.Players(l, rec.Match),
		"When", card.Moment(rec.Match.Deadline), "Link", card.Link(c.web, rec))}
	for _, player := range rec.Match.Players {
		if player.IsPerson() {
			notice.Pings = append(notice.Pings, player.ID)
		}
	}
	return notice
}

// Moved returns what is left in an old live message of a match after its board was
// shown again: with a link to where it is now, if the record names that message.
func (c *Commands) Moved(rec match.Record) plan.Content {
	return plan.Content{Components: card.Moved(c.texts.In(rec.Place.Locale), c.web, rec)}
}
