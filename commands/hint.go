package commands

import (
	"strconv"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/ai/review"
	"noughts/game/match"
)

// hintNodes is the number of positions that the engine searches for a hint or an explanation, in
// about a tenth of a second.
const hintNodes = 40_000

// hint helps the player to move in four steps: the kind of thing to look for, the part of the board, the move, and the
// value of every square.
func hint(_ *plan.Request, id match.ID) plan.Plan { return hintStep(target{id: id}, 0) }

func pressHint(r *plan.Request) (plan.Plan, error) {
	step := 0
	if text, ok := r.Vars["step"]; ok {
		var err error
		if step, err = strconv.Atoi(text); err != nil || step < card.HintLook || step > card.HintWorth {
			return nil, plan.Refuse(texts.RefuseOldButton).Because(err)
		}
	}
	return hintStep(pressedBoard(r), step), nil
}

// hintStep shows a step of a hint. Step 0 is the first step, but asks first unless isFree.
func hintStep(at target, step int) plan.On {
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		m := f.Ticked
		switch err := mayHint(r, rec, m); {
		case err != nil:
			return plan.Decision{}, refuseStranger(r, rec, err)
		}
		if step == 0 {
			if free, err := isFree(r, m); err != nil || !free {
				return ask(r, m, "help.free", "hint-1", "button.hint_yes", discordgo.PrimaryButton), err
			}
		}
		choices, err := r.Read.Evaluation(plan.Evaluation{Game: engineGame(m), Match: m.ID, Nodes: hintNodes})
		switch {
		case err != nil:
			return plan.Decision{}, err
		case choices == nil:
			return plan.Decision{}, plan.Refuse(texts.RefuseEngineBusy)
		}
		h, ok := review.HintFor(m.Position(), choices)
		if !ok {
			return plan.Decision{}, plan.Refuse(texts.RefuseEngineBusy)
		}
		next, err := m.TakeHint(r.User, f.Now)
		if err != nil {
			return plan.Decision{}, err
		}
		page := card.HintPage(r.Language, rec.With(next), r.Tiles, max(step, card.HintLook), h, choices)
		return saveAndAnswer(rec, next, r.Page(plan.Components(page...))), nil
	})
}

// freeGames is how many games against the weaker levels a member plays with help and without a word about it.
const freeGames = 10

// isFree reports whether the user may have help without being told what it does to the ratings: the match cannot be rated,
// or is one of the user's first against the weaker levels.
func isFree(r *plan.Request, m match.Match) (bool, error) {
	level := m.Player(m.Side(r.User).Opponent()).Level
	switch {
	case !card.MayBeRated(m):
		return true, nil
	case !ai.IsLower(m.Options.Variant, level):
		return false, nil
	}
	known, err := r.Read.Profile(plan.ResultsOf{Member: r.User, Reader: r.User})
	played := 0
	for _, p := range known.Records {
		if ai.IsLower(p.Variant, p.Level) {
			played += p.Games()
		}
	}
	return played < freeGames, err
}

func engineGame(m match.Match) ai.History { return ai.History{Start: m.Start(), Moves: m.Moves} }

// saveAndAnswer returns a decision with an answer. The decision also saves `next` if the version of `next` differs from
// that of the stored match.
func saveAndAnswer(rec match.Record, next match.Match, answer plan.Answer) plan.Decision {
	d := plan.Decision{Answer: answer}
	if next.Version != rec.Match.Version {
		d.Next = &next
	}
	return d
}

func mayHint(r *plan.Request, rec match.Record, m match.Match) error {
	side := m.Side(r.User)
	switch {
	case m.Status == match.Challenge:
		return match.ErrNotStarted
	case m.Status == match.Over:
		return match.ErrOver
	case side == game.Empty:
		return match.ErrNotYours
	case rec.Tournament != "":
		return plan.Refuse("refuse.hint_tournament")
	case !isToMove(m, r.User):
		return refuseTurn(r, m)
	case m.Player(side.Opponent()).IsPerson() && card.MayBeRated(m):
		return plan.Refuse("refuse.hint_rated")
	}
	return nil
}

// ask asks the user privately a question about a match. The button to confirm performs `action` on the match.
func ask(
	r *plan.Request, m match.Match, question texts.Key, action string, yes texts.Key, style discordgo.ButtonStyle,
	args ...string,
) plan.Decision {
	l := r.Language
	return plan.Decision{Answer: r.Page(plan.Components(
		card.Text(l.Say(question, append(args, "Game", card.Game(l, m))...)),
		card.Row(card.Button(l, m, action, yes, style))))}
}

// why returns the handler that explains a move of the computer to any member. In a game that may still be rated, it
// refuses other members than the player, who must first be told what help costs, unless isFree.
func why(agreed bool) plan.Decide {
	return func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		ply, err := strconv.Atoi(r.Vars["ply"])
		if err != nil || ply < 1 {
			return plan.Decision{}, plan.Refuse(texts.RefuseOldButton).Because(err)
		}
		m := f.Ticked
		if err := mayWhy(r, rec, m, ply); err != nil {
			return plan.Decision{}, err
		}
		if !agreed && withholds(m) {
			if free, err := isFree(r, m); err != nil || !free {
				return ask(r, m, "help.free", "why-yes-"+strconv.Itoa(ply), "button.why_yes", discordgo.PrimaryButton), err
			}
		}
		before := m
		before.Moves = m.Moves[:ply-1]
		choices, err := r.Read.Evaluation(plan.Evaluation{Game: engineGame(before), Match: m.ID, Nodes: hintNodes})
		if err != nil {
			return plan.Decision{}, err
		}
		if m.Status == match.Playing && m.Side(r.User) != game.Empty { // the explanation counts as help
			if m, err = m.TakeHint(r.User, f.Now); err != nil {
				return plan.Decision{}, err
			}
		}
		reasons := review.Why(before.Position(), m.Moves[ply-1], choices)
		var scores [][]int
		if m.Player(card.MoverOf(m, ply)).Level == "scores" {
			scores, _ = ai.ScoreBoard(engineGame(before))
		}
		page := card.WhyPage(r.Language, rec.With(m), r.Tiles, ply, reasons, scores)
		return saveAndAnswer(rec, m, r.Page(plan.Components(page...))), nil
	}
}

// withholds reports whether members must not see the engine's evaluation of the match. This is so while the match is in
// play and may still be rated, unless it is between two computers. Only a player who gives up the rating may see the
// evaluation then.
func withholds(m match.Match) bool {
	return m.Status == match.Playing && card.MayBeRated(m) && !m.Watched()
}

func mayWhy(r *plan.Request, rec match.Record, m match.Match, ply int) error {
	switch {
	case ply > len(m.Moves):
		return plan.Refuse(texts.RefuseMovedOn)
	case !m.Player(card.MoverOf(m, ply)).IsComputer():
		return plan.Refuse(texts.RefuseOldButton)
	case withholds(m) && m.Side(r.User) == game.Empty, rec.Tournament != "" && m.Status == match.Playing:
		return plan.Refuse("refuse.why_playing")
	}
	return nil
}
