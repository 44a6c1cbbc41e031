package reviews

import (
	"slices"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
	"noughts/render"
)

// starts returns where a new match continues the reviewed game: after how many moves, and which side the reader plays.
// The reader plays the same side as in the game. A reader who did not play in it gets the side to move. If the shown
// move is a mistake of that side, the match starts before the mistake. If that side is proven to lose there, the match
// starts before its last earlier mistake, if there is one.
func (m move) starts() (ply int, side game.Mark) {
	ply, side = m.ply, m.own()
	if m.isMistake() && (side == game.Empty || side == m.Side(m.ply-1)) {
		ply--
	}
	if side == game.Empty {
		side = m.Side(ply)
	}
	if winner, proven := m.Proven(ply); !proven || winner != side.Opponent() {
		return ply, side
	}
	for i := ply; i > 0; i-- {
		if m.Side(i-1) == side && m.Moves[i-1].Mark >= review.Doubtful {
			return i - 1, side
		}
	}
	return ply, side
}

// canPlayOn reports whether a new match can continue the game from the position that the method `starts` chooses: the
// game must not be over there.
func (m move) canPlayOn() bool {
	ply, _ := m.starts()
	return !m.Position(ply).Outcome().Over
}

// sideInNewMatch converts a side of the reviewed game to a side of a new match. In a new match X always moves first.
func (m move) sideInNewMatch(side game.Mark) game.Mark {
	if m.Game.Start.ToMove() == game.O {
		return side.Opponent()
	}
	return side
}

func (m move) opponent() string {
	own := m.own()
	if own == game.Empty {
		return ""
	}
	if other := m.rec.Match.Player(own.Opponent()); other.IsPerson() && !other.IsAnonymous() {
		return other.ID
	}
	return ""
}

func pressPlay(r *plan.Request, at move) (plan.Plan, error) {
	if !at.canPlayOn() {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return r.Private(plan.Components(at.playOn()...)), nil
}

func (m move) playOn() []discordgo.MessageComponent {
	l, here := m.texts, strconv.Itoa(m.ply)
	from, side := m.starts()
	side = m.sideInNewMatch(side)
	levels := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: m.path(here + "/level"), Placeholder: l.Say("play_on.level")}
	for _, level := range ai.Levels(m.Variant()) {
		levels.Options = append(levels.Options, discordgo.SelectMenuOption{
			Label: plan.Shorten(card.LevelOption(l, m.Variant(), level), card.MaxLabel), Value: level,
		})
	}
	title := l.Say("play_on.title", "Move", texts.Ordinal(m.ply))
	if from < m.ply {
		title = l.Say("play_on.before", "Move", texts.Ordinal(from+1), "Square", m.Game.Moves[from].String())
	}
	said := "### " + title + "\n" + l.Say("play_on.how", "Mark", card.Letter(side))
	content := []discordgo.MessageComponent{card.Text(said), m.board(m.view(from)), card.Row(levels)}
	if m.opponent() != "" {
		content = append(content, card.Row(m.button(l, here+"/rival", "play_on.rival", discordgo.SecondaryButton)))
	}
	return []discordgo.MessageComponent{card.Container(render.Accent(side), content...)}
}

func (p Pages) chooseLevel(r *plan.Request, at move) (plan.Plan, error) {
	level, err := r.Chosen()
	if err == nil && !slices.Contains(ai.Levels(at.Variant()), level) {
		err = plan.Refuse(texts.RefuseOldButton)
	}
	if err != nil {
		return nil, err
	}
	return p.begin(r, at, match.Computer(level))
}

func (p Pages) pressRival(r *plan.Request, at move) (plan.Plan, error) {
	rival := at.opponent()
	if rival == "" {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	return p.begin(r, at, match.Person(rival))
}

func (p Pages) begin(r *plan.Request, at move, other match.Player) (plan.Plan, error) {
	if !at.canPlayOn() {
		return nil, plan.Refuse(texts.RefuseOldButton)
	}
	from, side := at.starts()
	x, o := match.Person(r.User), other
	if at.sideInNewMatch(side) == game.O {
		x, o = o, x
	}
	return p.Begin(r, x, o, at.Variant(), at.Game.Moves[:from])
}
