package pages

import (
	"cmp"
	"io"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game/match"
	"noughts/game/transcript"
	"noughts/render/picture"
)

func (p Pages) runReplay(r *plan.Request) (plan.Plan, error) {
	rec, err := ChooseGame(r)
	if err != nil {
		return nil, err
	}
	return p.page(r, rec, 0, r.Private)
}

// open opens the replay of the game in the custom id, or of the game that was chosen from a menu.
func (p Pages) open(r *plan.Request) (plan.Plan, error) {
	id, ok := r.Vars["game"]
	if !ok {
		var err error
		if id, err = r.Chosen(); err != nil {
			return nil, err
		}
	}
	rec, err := finished(r, id, false)
	if err != nil {
		return nil, err
	}
	return p.page(r, rec, 0, r.Private)
}

// finished returns the finished match that has the id. If `public` is true, everybody in the channel must be allowed to
// see it.
func finished(r *plan.Request, id string, public bool) (match.Record, error) {
	if !match.ID(id).Valid() {
		return match.Record{}, plan.Refuse(texts.RefuseOldButton)
	}
	return r.Read.FinishedMatch(plan.FinishedMatch{Match: match.ID(id), Public: public})
}

// pressed returns the match and the number of moves in the button's custom id, 0 if it has none.
func pressed(r *plan.Request) (rec match.Record, ply int, err error) {
	if rec, err = finished(r, r.Vars["game"], false); err != nil {
		return rec, 0, err
	}
	if text, ok := r.Vars["ply"]; ok {
		ply, err = strconv.Atoi(text)
	}
	if err != nil || ply < 0 || ply > len(rec.Match.Moves) {
		return rec, 0, plan.Refuse(texts.RefuseOldButton)
	}
	return rec, ply, nil
}

func (p Pages) step(r *plan.Request) (plan.Plan, error) {
	rec, ply, err := pressed(r)
	if err != nil {
		return nil, err
	}
	return p.page(r, rec, ply, r.Page)
}

func (p Pages) page(r *plan.Request, rec match.Record, ply int, show func(plan.Content) plan.Answer) (plan.Plan, error) {
	reader, err := r.Read.Member(r.User)
	if err != nil {
		return nil, err
	}
	shown := card.Replay{
		Texts: r.Language, Web: p.Web, Record: rec, Ply: ply, Style: cmp.Or(reader.Style, r.Server.Style), Tiles: r.Tiles,
	}
	return show(plan.Components(shown.Draw()...)), nil
}

// sends returns the handler that sends the user a new private message about the pressed replay.
func (p Pages) sends(draw func(card.Replay) plan.Content) plan.Handler {
	return func(r *plan.Request) (plan.Plan, error) {
		rec, ply, err := pressed(r)
		if err != nil {
			return nil, err
		}
		return r.Private(draw(card.Replay{Texts: r.Language, Web: p.Web, Record: rec, Ply: ply})), nil
	}
}

func asPicture(shown card.Replay) plan.Content {
	file := drawnFile(shown.Record, card.ReplayPicture, "image/png", func(w io.Writer) error {
		return picture.PNG(w, shown.View())
	})
	file.Key += strconv.Itoa(shown.Ply)
	return withFile(file, shown.Picture())
}

// Transcript returns a finished match for writing to a text file. It names the computer's levels
// but no members, because anybody may get the file.
func Transcript(m match.Match) transcript.Sheet {
	g := transcript.Sheet{Variant: m.Options.Variant, Begins: m.Begins, Date: m.Changed, Moves: transcript.Of(m.WholeGame())}
	for i, p := range m.Players {
		if p.IsComputer() {
			g.Players[i] = transcript.Player{Name: p.Level, Computer: true}
		}
	}
	if m.Result.Decided() {
		g.Result = m.Result
	}
	return g
}

// share posts an animation of the game in the channel, if everybody in the channel may see the game.
func (p Pages) share(r *plan.Request) (plan.Plan, error) {
	rec, err := finished(r, r.Vars["game"], true)
	if err != nil {
		return nil, err
	}
	l := r.Shared()
	shown := append(card.Replay{Texts: l, Web: p.Web, Record: rec}.Animation(), card.Row(card.ReplayButton(l, rec.Match.ID)))
	return r.Public(withFile(animate(rec), shown)), nil
}

func animate(rec match.Record) plan.File {
	return drawnFile(rec, card.ReplayAnimation, "image/gif", func(w io.Writer) error {
		views, err := picture.Views(rec.Match.Start(), rec.Match.Moves)
		if err != nil {
			return err
		}
		views[len(views)-1].Ended = true // shows the last board as ended, even if a player resigned before the board was full
		return picture.GIF(w, views)
	})
}

func drawnFile(rec match.Record, name, kind string, draw func(io.Writer) error) plan.File {
	return plan.File{Name: name, Type: kind, Key: string(rec.Match.ID) + "/" + name, Draw: plan.Drawn(draw)}
}

func withFile(file plan.File, components []discordgo.MessageComponent) plan.Content {
	content := plan.Components(components...)
	content.Files = []plan.File{file}
	return content
}
