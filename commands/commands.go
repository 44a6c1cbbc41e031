// Package commands is what members see of the bot: the slash commands, each
// with its declaration and its handlers, the buttons and menus of the live
// message, and the sentences for refusals. A handler decides and does nothing: from
// a request, and from what is stored, it makes a plan, which is a value. Others
// carry it out.
package commands

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/route"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/render"
)

// Commands is the set of all commands. It keeps no state and is safe for
// concurrent use.
type Commands struct {
	texts        *texts.Catalogue
	web          string // see New
	has          Installed
	routes       [plan.Form + 1]route.Table[plan.Route] // by the kind of request
	inGame       map[string]func(*plan.Request, match.ID) plan.Plan
	declarations []*discordgo.ApplicationCommand
}

// A command is one entry of Discord's command list with what answers it: run, or inGame
// and wanted.
type command struct {
	declaration *discordgo.ApplicationCommand
	run         plan.Handler
	// inGame does what the command is for in the caller's one game of the channel that is
	// wanted. With several the caller is asked which one.
	inGame   func(*plan.Request, match.ID) plan.Plan
	wanted   wanted
	complete plan.Handler // answers its completions, nil without any
}

// all returns the commands. This is the list of them: what is registered with Discord,
// the routes and /help go by it.
func (c *Commands) all() []command {
	return []command{
		c.classicCommand(), c.ultimateCommand(), c.watchCommand(), // start.go
		c.challengeCommand(), c.challengeMemberCommand(),
		c.moveCommand(),
		c.boardCommand(),
		c.resignCommand(),
		c.drawCommand(),
		c.takebackCommand(),
		c.gamesCommand(),
		c.rulesCommand(),
		c.helpCommand(),
	}
}

// presses are the buttons and menus with what answers them. A square is what has no
// other meaning.
var presses = []plan.Route{
	{Pattern: boardPath + "accept", Handle: pressAccept},
	{Pattern: boardPath + "decline", Handle: pressDecline},
	{Pattern: boardPath + "withdraw", Handle: pressWithdraw},
	{Pattern: boardPath + "boards", Handle: pressBoards},
	{Pattern: boardPath + "board-{board}", Handle: pressBoard},
	{Pattern: boardPath + "column-{column}", Handle: pressColumn},
	{Pattern: boardPath + "rows", Handle: pressBoards}, // on older messages: a menu of rows
	{Pattern: boardPath + "squares", Handle: pressSquare},
	{Pattern: boardPath + "more", Handle: pressMore},
	{Pattern: boardPath + "describe", Handle: pressDescribe},
	{Pattern: boardPath + "resign", Handle: pressResign},
	{Pattern: boardPath + "resign-yes", Handle: pressResignYes},
	{Pattern: boardPath + "stop", Handle: pressStop},
	{Pattern: boardPath + "claim", Handle: pressClaim},
	{Pattern: boardPath + "draw", Handle: pressDraw},
	{Pattern: boardPath + "draw-yes", Handle: pressDrawYes},
	{Pattern: boardPath + "draw-sure", Handle: pressDrawSure},
	{Pattern: boardPath + "draw-no", Handle: pressDrawNo},
	{Pattern: boardPath + "takeback", Handle: pressTakeback},
	{Pattern: boardPath + "takeback-yes", Handle: pressTakebackYes},
	{Pattern: boardPath + "takeback-no", Handle: pressTakebackNo},
	{Pattern: boardPath + "rules", Handle: pressRules},
	{Pattern: boardPath + "rematch", Handle: pressRematch, Anew: true},
	{Pattern: boardPath + "own", Handle: pressOwn, Anew: true},
	{Pattern: boardPath + "{square}", Handle: pressSquare},
	{Pattern: boardPath + "again", Handle: pressAgain, Anew: true},
	{Pattern: boardPath + "next", Handle: pressNext, Anew: true},
	{Pattern: boardPath + "easier", Handle: pressEasier, Anew: true},
	{Pattern: boardPath + "share", Handle: pressShare, Anew: true},
	{Pattern: pingsOff.path, Handle: pingsOff.press},
	{Pattern: pingsOn.path, Handle: pingsOn.press},
	{Pattern: "/pick/move/{square}", Handle: pickMove, Anew: true},
	{Pattern: "/play/friend", Handle: pressFriend},
	{Pattern: "/play/{game}", Handle: pressPlay, Anew: true},
	{Pattern: "/play/{game}/friend", Handle: chooseFriend, Anew: true},
	{Pattern: "/rules/{variant}/{page}", Handle: pressPage},
	{Pattern: "/rules/{variant}/{page}/{square}", Handle: pressPage},
}

// boardPath is what the paths begin with of what is pressed on the board of a match.
// Route reads its two names.
const boardPath = "/m/{match}/{version}/"

// Installed is what Discord has of the application, as far as it is known at the moment.
// Its functions must not wait for anything; without one nothing is known.
type Installed struct {
	Tiles      func() render.Tiles      // the tiles that boards are drawn with
	CommandIDs func() map[string]string // of the registered commands, by their names
}

// New returns the commands. web is the scheme and host of the web client that links
// lead to, "" for Discord's.
func New(web string, has Installed) *Commands { return speaking(texts.Load(), web, has) }

// speaking returns the commands with the texts of a catalogue.
func speaking(catalogue *texts.Catalogue, web string, has Installed) *Commands {
	if has.Tiles == nil {
		has.Tiles = func() (none render.Tiles) { return none }
	}
	if has.CommandIDs == nil {
		has.CommandIDs = func() map[string]string { return nil }
	}
	c := &Commands{texts: catalogue, web: web, has: has, inGame: make(map[string]func(*plan.Request, match.ID) plan.Plan)}
	for _, command := range c.all() {
		c.register(command)
	}
	slices.SortFunc(c.declarations, func(a, b *discordgo.ApplicationCommand) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name))
	})
	for _, press := range presses {
		c.routes[plan.Press].Add(press.Pattern, press)
	}
	const pick = "/pick/{command}"
	c.routes[plan.Press].Add(pick, plan.Route{Pattern: pick, Handle: c.pickGame, Anew: true})
	return c
}

func (c *Commands) register(cmd command) {
	name := cmd.declaration.Name
	path := "/" + name
	if cmd.declaration.Type == discordgo.UserApplicationCommand {
		path = "/user" + path
	}
	if cmd.inGame != nil {
		c.inGame[name] = cmd.inGame
		cmd.run = inMyGame(name, cmd.wanted, cmd.inGame)
	}
	if cmd.run == nil {
		panic("commands: nothing answers " + path + ": set run or inGame") // a fault of the source
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
// handler reads besides: its languages, the tiles, the variables of the path, and what the board
// showed that was pressed. For an unknown path, and for a board that cannot be, that is a
// handler which refuses.
func (c *Commands) Route(r *plan.Request) plan.Route {
	r.Texts, r.Reader, r.Tiles = c.texts, c.texts.In(r.Locale), c.has.Tiles()
	found, vars, ok := c.routes[r.Kind].Find(r.Path)
	r.Vars, r.Match, r.Version = vars, "", 0
	if id, onBoard := vars["match"]; onBoard {
		version, err := strconv.Atoi(vars["version"])
		if ok = err == nil && version > 0 && match.ID(id).Valid(); ok {
			r.Match, r.Version = match.ID(id), version
		}
	}
	if ok {
		return found
	}
	return plan.Route{Handle: func(r *plan.Request) (plan.Plan, error) {
		if r.Kind == plan.Press || r.Kind == plan.Form {
			return nil, plan.Refuse(texts.RefuseOldButton)
		}
		return nil, plan.Refuse(texts.RefuseCommand)
	}}
}

// Live returns the live message of a match as it is shown in a way. A challenge that is
// shown first pings the challenged, and where the bot cannot post what is shown anew pings
// the member that the match waits for, unless that is the caller: elsewhere a turn has a
// ping of its own, see Ping. Edits ping nobody.
func (c *Commands) Live(rec match.Record, v plan.View, as plan.As) plan.Content {
	content := plan.Content{Components: card.Live(c.texts.In(rec.Place.Locale), rec, v, c.has.Tiles())}
	told := rec.Match.Status == match.Challenge && rec.Message == "" || rec.Place.Away
	if waited := card.WaitsFor(rec.Match); as == plan.Anew && told && waited != "" && waited != v.Caller {
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

// Ping returns what mentions a player beside the board: the owner of a challenge that was
// accepted, or the player to move. The member can have no more of it by the button below.
func (c *Commands) Ping(rec match.Record) plan.Content {
	l := c.texts.In(rec.Place.Locale)
	text, member := card.Ping(l, c.web, rec)
	return plan.Content{
		Components: []discordgo.MessageComponent{card.Text(text), card.Row(pingsButton(l, pingsOff))},
		Pings:      []string{member},
	}
}

// Moved returns what is left in an old live message of a match after its board was
// shown again: with a link to where it is now, if the record names that message.
func (c *Commands) Moved(rec match.Record) plan.Content {
	return plan.Content{Components: card.Moved(c.texts.In(rec.Place.Locale), c.web, rec)}
}
