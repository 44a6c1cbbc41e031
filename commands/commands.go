// Package commands is the part of the bot that members see: the slash commands with their declarations and handlers,
// the buttons and menus of the live message, and the sentences of refusals. A handler has no side effects. It turns a
// request and stored values into a plan, which is a value. bot/matches carries out the plan.
package commands

import (
	"cmp"
	"slices"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/pages"
	"noughts/commands/plan"
	"noughts/commands/puzzles"
	"noughts/commands/reviews"
	"noughts/commands/settings"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/render"
)

// Commands is the set of all commands. It does not change after New and is safe for
// concurrent use.
type Commands struct {
	texts        *texts.Catalogue
	declare      card.Builder
	web          string // scheme and host of the web client: see New
	has          Installed
	routes       [plan.Form + 1]plan.Routes[plan.Route] // by kind of request; register and answerPresses fill them, through guarded
	inGame       map[string]func(*plan.Request, match.ID) plan.Plan
	access       map[string]plan.Access // of each command
	customIDs    []CustomID
	declarations []*discordgo.ApplicationCommand
}

// A command is an entry of Discord's command list with its handler: `run`, or `inGame` and `filter`.
type command struct {
	declaration *discordgo.ApplicationCommand
	run         plan.Handler
	// inGame handles the command for the user's game in the channel. If several of the user's
	// games pass `filter`, the user is first asked to choose one.
	inGame   func(*plan.Request, match.ID) plan.Plan
	filter   matchFilter
	anywhere bool         // inGame also handles stranded games of other places
	complete plan.Handler // handles autocomplete; nil if no option has it
	access   plan.Access  // restricts the command, but not its autocomplete
}

// all returns all commands. It is the source for the registration with Discord, the routes and /help.
func (c *Commands) all() []command {
	d := c.declare
	level := d.Option(discordgo.ApplicationCommandOptionString, "level")
	for _, name := range ai.Levels(game.Ultimate) {
		level.Choices = append(level.Choices, d.Choice(name, func(l *texts.Language) string {
			return card.LevelOption(l, game.Ultimate, name)
		}))
	}
	classic := d.Options("opponent", "size", "in_a_row", "variant", "level", "first", "clock", "best_of", "rated", "coach",
		"style")
	ultimate := slices.Insert(d.Options("opponent", "first", "clock", "best_of", "rated", "coach", "style"), 1, level)
	watch := d.Options("game", "size", "in_a_row", "variant", "level_x", "level_o", "style")
	challenge := d.Options("member", "game", "size", "in_a_row", "variant", "first", "clock", "best_of", "open_for", "rated",
		"style")
	team := d.Options("channel", "level", "game", "size", "in_a_row", "variant", "vote_clock", "first", "style")
	cup := d.Options("game", "size", "in_a_row", "format", "rated", "style", "repeat", "hour")
	cup = slices.Insert(cup, 3, d.Span("clock", cupClocks))
	all := []command{
		{declaration: d.Slash("classic", classic...),
			run: startWith(readClassic), complete: completeLevel(readClassic), access: plan.Plays},
		{declaration: d.Slash("ultimate", ultimate...), run: startWith(func(*plan.Request) (game.Variant, error) { return game.Ultimate, nil }), access: plan.Plays},
		{declaration: d.Slash("watch", watch...), run: runWatch, complete: completeLevel(readWatched), access: plan.Plays},
		{declaration: d.Slash("challenge", challenge...), run: runChallenge, access: plan.Plays},
		{declaration: d.Command(discordgo.UserApplicationCommand, "challenge_member"),
			run: func(r *plan.Request) (plan.Plan, error) {
				return startAgainst(r, r.Options.Target, setup{options: match.Options{Variant: game.Classic(3)}})
			}, access: plan.Plays},
		{declaration: d.Slash("team", team...), run: runTeam, complete: completeLevel(readWatched), access: plan.Plays},
		{declaration: d.Slash("tournament", cup...), run: runTournament, access: plan.Organises},
		{declaration: d.Slash("move", d.Options("square")...), run: runMove, complete: completeMove},
		{declaration: d.Slash("board"), inGame: showAgain, filter: match.Match.TakesPart, anywhere: true, access: plan.Writes},
		{declaration: d.Slash("resign"), inGame: resign, filter: inPlay, anywhere: true},
		{declaration: d.Slash("draw"), inGame: draw, filter: ofPlayer},
		{declaration: d.Slash("takeback"), inGame: takeback, filter: ofPlayer},
		{declaration: d.Slash("hint"), inGame: hint, filter: isToMove},
		{declaration: d.Slash("games", d.Options("mine")...), run: c.runGames},
		{declaration: d.Slash("rules", d.Options("game", "variant")...), run: runRules},
		{declaration: d.Slash("help"), run: c.runHelp},
	}
	for _, set := range c.pageSets() {
		for _, d := range set.Commands() {
			all = append(all, command{declaration: d.Declaration, run: d.Run, complete: d.Complete, access: d.Access})
		}
	}
	return all
}

// helpGroups are the commands by purpose, as /help lists them.
var helpGroups = []struct {
	title    texts.Key
	commands []string
}{
	{"help.to_play", []string{"classic", "ultimate", "challenge", "team", "tournament", "watch"}},
	{"help.in_game", []string{"move", "board", "hint", "takeback", "draw", "resign"}},
	{"help.your_games", []string{"games", "history", "replay", "review"}},
	{"help.puzzles", []string{"puzzle", "daily"}},
	{"help.ratings", []string{"profile", "leaderboard"}},
	{"help.about", []string{"rules", "settings", "config", "help"}},
}

type pageSet interface {
	Commands() []card.Declaration
	Presses() []plan.Route
}

func (c *Commands) pageSets() []pageSet {
	return []pageSet{
		pages.Pages{Declare: c.declare, Web: c.web, Clickable: c.clickable},
		puzzles.Pages{Declare: c.declare, Practice: c.reviews().Practice},
		settings.Pages{Declare: c.declare, Operator: c.operatorPages()},
		c.reviews(),
	}
}

func (c *Commands) reviews() reviews.Pages {
	return reviews.Pages{Declare: c.declare, Web: c.web, Clickable: c.clickable, Begin: playOn}
}

func (c *Commands) operatorPages() card.OperatorPages {
	return card.OperatorPages{Privacy: c.has.PrivacyURL, Terms: c.has.TermsURL}
}

// Installed holds what differs between installations of the bot: the privacy policy and the terms, and current data
// about the bot's application at Discord. Its functions must return at once. A nil function means that the data is not
// known.
type Installed struct {
	Tiles      func() render.Tiles      // tiles for drawing boards
	CommandIDs func() map[string]string // ids of the registered commands, by name
	// PrivacyURL and TermsURL are the addresses of these pages, which /help and /settings link to; "" for none.
	PrivacyURL, TermsURL string
}

// New returns the commands with the texts of a catalogue. `web` is the scheme and host of the web client for links, ""
// for Discord's.
func New(catalogue *texts.Catalogue, web string, has Installed) *Commands {
	if has.Tiles == nil {
		has.Tiles = func() (none render.Tiles) { return none }
	}
	if has.CommandIDs == nil {
		has.CommandIDs = func() map[string]string { return nil }
	}
	c := &Commands{texts: catalogue, declare: card.Builder{Texts: catalogue}, web: web, has: has, inGame: make(map[string]func(*plan.Request, match.ID) plan.Plan), access: map[string]plan.Access{}}
	for _, command := range c.all() {
		c.register(command)
	}
	slices.SortFunc(c.declarations, func(a, b *discordgo.ApplicationCommand) int {
		return cmp.Or(cmp.Compare(a.Type, b.Type), cmp.Compare(a.Name, b.Name))
	})
	c.answerPresses()
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
		cmd.run = inMyGame(cmd)
	}
	if cmd.run == nil {
		panic("commands: nothing answers " + path + ": set run or inGame") // a bug in this package
	}
	c.routes[plan.Command].Add(path, guarded(plan.Route{Pattern: path, Handle: cmd.run, Access: cmd.access}))
	if cmd.complete != nil {
		c.routes[plan.Completion].Add(path, plan.Route{Pattern: path, Handle: cmd.complete})
	}
	c.declarations, c.access[name] = append(c.declarations, cmd.declaration), cmd.access
}

// Declarations returns the declarations of all commands for registration with Discord, sorted by type and name.
func (c *Commands) Declarations() []*discordgo.ApplicationCommand {
	return slices.Clone(c.declarations)
}

// Routes returns the patterns of all routes, sorted, without the pattern "" of unknown paths. Metrics use them to start
// each route's counter at zero.
func (c *Commands) Routes() []string {
	var all []string
	for _, table := range c.routes {
		all = append(all, table.Patterns()...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// speech returns the catalogue of texts. If the bot has custom emoji for the marks (tiles), sentences show these emoji.
func (c *Commands) speech() *texts.Catalogue {
	tiles := c.has.Tiles()
	return c.texts.Marked(tiles.Mark(game.X), tiles.Mark(game.O))
}

// Live returns the live message of a match. The first message of a challenge pings the challenged member. The first
// message of a tournament's match pings both players. In places where the bot cannot post a mention beside the board
// (see Ping), a new board pings the member whose turn it is, unless that member is the user or the server's setting
// Quiet turns off such pings. An edited board pings nobody.
func (c *Commands) Live(rec match.Record, v plan.View, as plan.As) plan.Content {
	v.Quiet = v.Quiet || rec.Place.Quiet
	content := plan.Content{Components: card.Live(c.speech().ForLocale(rec.Place.Locale), rec, v, c.has.Tiles())}
	if v.Brought {
		if opponent := opponentOf(v.Caller, rec.Match.Players[:]...); opponent != "" {
			said := c.speech().ForLocale(rec.Place.Locale).Say("board.brought", "ID", opponent, "By", v.Caller)
			content.Components = append([]discordgo.MessageComponent{card.Text(said)}, content.Components...)
			content.Pings = []string{opponent}
			return content
		}
	}
	pings := rec.Match.Status == match.Challenge && rec.Message == "" || rec.Place.Away && !rec.Place.Quiet
	if as == plan.Anew && rec.Tournament != "" && rec.Message == "" { // ping even if the server's setting Quiet is on: a player who misses the start loses
		content.Pings = []string{rec.Match.Players[0].ID, rec.Match.Players[1].ID} // tell both players that the game begins
		return content
	}
	waited := rec.Match.ToMove().ID
	if rec.Match.Status == match.Challenge {
		waited = rec.Match.Challenged().ID
	}
	if as == plan.Anew && pings && waited != "" && waited != v.Caller {
		content.Pings = []string{waited}
	}
	return content
}

// Warning returns the message that warns the players that a match will soon end because nobody has moved. It pings
// nobody in servers with the setting Quiet.
func (c *Commands) Warning(rec match.Record) plan.Content {
	l := c.speech().ForLocale(rec.Place.Locale)
	said := []string{"Game", card.Game(l, rec.Match), "Players", card.Players(l, rec.Match),
		"When", card.Moment(rec.Match.Deadline), "Link", card.Link(c.web, rec)}
	notice := plan.Content{Text: l.Say("warn.abandoned", said...)}
	if loser := rec.Match.LosesIdle(); loser != game.Empty {
		notice.Text = l.Say("warn.loses", append(said, "Player", card.Player(l, rec.Match, loser))...)
	}
	for _, player := range rec.Match.Players {
		if player.IsPerson() && !rec.Place.Quiet {
			notice.Pings = append(notice.Pings, player.ID)
		}
	}
	return notice
}

// DailyPost returns the post about the puzzle of the day.
func (c *Commands) DailyPost(p plan.DailyPost) plan.Content {
	return puzzles.Post(c.speech().ForLocale(p.Server.Language()), p, c.has.Tiles())
}

// Ping returns the message beside the board that mentions one member: the member whose challenge was accepted, the
// player to move, or the member who is next to play the winner. A button switches these mentions off for the member.
// `refused` says that the member asked for direct messages, but Discord refused to deliver one.
func (c *Commands) Ping(rec match.Record, refused bool) plan.Content {
	l := c.speech().ForLocale(rec.Place.Locale)
	text, member := card.Ping(l, c.web, rec)
	if refused {
		text += "\n-# " + l.Say("ping.no_direct")
	}
	buttons := []discordgo.MessageComponent{pingsButton(l, pingsOff)}
	if rec.Ping.Told == match.NextUp && rec.Match.WaitsForMember() {
		buttons = append(card.PingButtons(l, rec.Match), buttons...)
	}
	content := plan.Content{Components: []discordgo.MessageComponent{card.Text(text), card.Row(buttons...)}}
	if member != "" {
		content.Pings = []string{member}
	}
	return content
}

// ThreadName returns the name of a match's thread. `names` maps the ids of members to their names, as far as they are
// known.
func (c *Commands) ThreadName(rec match.Record, names map[string]string) string {
	return card.ThreadName(c.speech().ForLocale(rec.Place.Locale), rec, names)
}

// NoThread returns the entry in a server's log channel for a match whose thread could not be opened.
func (c *Commands) NoThread(rec match.Record) plan.Content {
	return plan.Content{Text: c.speech().ForLocale(rec.Place.Locale).Say("log.no_thread", "Channel", rec.Place.Channel)}
}

// NoRole returns the entry in a server's log channel for a role that Discord did not let the bot
// give to members or take from them, or, without members, that is deleted.
func (c *Commands) NoRole(s match.Server, role string, members []string) plan.Content {
	l := c.speech().ForLocale(s.Language())
	if len(members) == 0 {
		return plan.Content{Text: l.Say("log.role_gone", "Role", role)}
	}
	named := make([]string, min(len(members), maxNamed))
	for i := range named {
		named[i] = "<@" + members[i] + ">"
	}
	return plan.Content{Text: l.Say("log.no_role", "Role", role, "Names", l.And(named))}
}

// Moved returns the text that replaces an old live message after the bot has posted the board again. It links to the
// new message if `rec` has the id of that message. `channel` is the channel of the old message.
func (c *Commands) Moved(rec match.Record, channel string) plan.Content {
	return plan.Content{Components: card.Moved(c.speech().ForLocale(rec.Place.Locale), c.web, rec, channel)}
}
