package commands

import (
	"strings"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/render"
)

// A view is what the player to move has chosen on the pad so far, which only
// the message knows: a row of a large board or a local board, counted from 1, 0
// for none.
type view struct {
	row   int
	board int
}

// A card is the live message of a game while it is drawn.
type card struct {
	texts    *texts.Language
	game     Game
	match    match.Match
	position game.Position
	view     view
	shown    render.View
}

func (c *Commands) card(g Game, v view) *card {
	d := &card{
		texts: c.texts.In(g.Place.Locale), game: g, match: g.Match, position: g.Match.Position(), view: v,
	}
	d.shown = render.View{Position: d.position, Chosen: v.board, Ended: g.Match.Status == match.Over}
	d.shown.Last, d.shown.HasLast = g.Match.Last()
	return d
}

// LiveMessage returns the components of the live message of a game (flag
// IS_COMPONENTS_V2), for the edits the bot makes by itself.
func (c *Commands) LiveMessage(g Game) []discordgo.MessageComponent { return c.live(g, view{}) }

// MovedMessage returns what is left in an old live message after the board was
// shown again further down the channel.
func (c *Commands) MovedMessage(g Game) []discordgo.MessageComponent {
	d := c.card(g, view{})
	key := texts.Moved
	if g.Message != "" {
		key = texts.MovedTo
	}
	moved := d.texts.Say(key, "Game", d.gameName(), "Players", d.players(), "Link", link(g))
	return []discordgo.MessageComponent{container(render.Accent(game.Empty), text(moved))}
}

// live returns the live message with the pad as its player has chosen.
func (c *Commands) live(g Game, v view) []discordgo.MessageComponent {
	d := c.card(g, v)
	if d.match.Status == match.Challenge || d.match.Begins == game.Empty {
		return d.challenge()
	}
	content := []discordgo.MessageComponent{
		text(d.heading() + "\n" + d.description()),
		text(d.board()),
	}
	if d.match.Status == match.Playing {
		content = append(content, text(d.status()))
		content = append(content, d.pad()...)
	}
	content = append(content, d.controls())
	return []discordgo.MessageComponent{container(d.colour(), content...)}
}

// show returns the answer that shows the live message anew and pings who is
// to move, unless that is the caller.
func (c *Commands) show(r *request, g Game) Reply {
	g.Place.Away = g.Place.Away || r.place.Away
	var pinged []string
	if waited := waitedFor(g.Match); waited != "" && waited != r.user.ID {
		pinged = []string{waited}
	}
	reply := cardOf(discordgo.InteractionResponseChannelMessageWithSource, c.live(g, view{}), pinged...)
	reply.Match, reply.Version = g.Match.ID, g.Match.Version
	return reply
}

// update returns the answer that shows the live message in the place of the
// one that was pressed. Edits ping nobody.
func (c *Commands) update(r *request, g Game, v view) Reply {
	g.Place.Away = g.Place.Away || r.place.Away
	reply := cardOf(discordgo.InteractionResponseUpdateMessage, c.live(g, v))
	reply.Match, reply.Version = g.Match.ID, g.Match.Version
	return reply
}

// waitedFor returns the member that a match waits for, "" when it waits for
// nobody in particular.
func waitedFor(m match.Match) string {
	if m.Status == match.Challenge {
		return challenged(m).ID
	}
	return m.ToMove().ID
}

// link returns the address of a game's live message.
func link(g Game) string {
	guild := g.Place.Guild
	if guild == "" {
		guild = "@me"
	}
	return "https://discord.com/channels/" + guild + "/" + g.Place.Channel + "/" + g.Message
}

// board returns the drawn board in the style of the game's place.
func (d *card) board() string {
	style := render.Style(d.game.Place.Style)
	if style == "" {
		style = render.Emoji
	}
	return render.Fence(render.Board(d.shown, style), style)
}

// colour returns that of the mark to move, and after the end of the winner.
func (d *card) colour() int {
	mark := d.match.Result.Winner
	if d.match.Status == match.Playing {
		mark = d.position.ToMove()
	}
	return render.Accent(mark)
}

// gameName returns the name of the variant.
func (d *card) gameName() string { return variantName(d.texts, d.match.Options.Variant) }

// players returns who plays which mark.
func (d *card) players() string {
	return d.texts.Say(texts.Versus, "X", d.player(game.X), "O", d.player(game.O))
}

// player returns a side's mark with who plays it.
func (d *card) player(side game.Mark) string { return playerName(d.texts, d.match, side) }

// variantName returns the name of a variant.
func variantName(l *texts.Language, v game.Variant) string {
	if v == game.Ultimate {
		return l.Say(texts.GameUltimate)
	}
	return l.Say(texts.GameClassic, "Size", v.Size())
}

// playerName returns a side's mark with who plays it.
func playerName(l *texts.Language, m match.Match, side game.Mark) string {
	mark := render.MarkEmoji(side)
	switch player := m.Player(side); {
	case player.IsComputer():
		return l.Say(texts.PlayerComputer, "Mark", mark, "Level", levelName(l, player.Level))
	case player.IsPerson():
		return l.Say(texts.PlayerPerson, "Mark", mark, "ID", player.ID)
	}
	return l.Say(texts.PlayerAnyone, "Mark", mark)
}

// small makes a text small, and drops its empty parts.
func small(parts ...string) string {
	var kept []string
	for _, part := range parts {
		if part != "" {
			kept = append(kept, part)
		}
	}
	return "-# " + strings.Join(kept, " · ")
}
