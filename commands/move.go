package commands

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/commands/card"
	"noughts/commands/plan"
	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
	"noughts/game/rules"
	"noughts/render"
)

// maxTyped is the maximum length in bytes of a typed square, after withoutPlace has replaced the names of places.
const maxTyped = 8

// runMove makes a move in the user's game in the channel in which it is their turn. If the move is legal in several
// such games, the user is asked to choose one.
func runMove(r *plan.Request) (plan.Plan, error) {
	typed := withoutPlace(r, strings.TrimSpace(r.Options.Text("square")))
	games, stranded, err := myMatches(r, isToMove)
	switch {
	case err != nil:
		return nil, err
	case stranded:
		return nil, refuseStranded(r, games)
	case typed == "" || len(typed) > maxTyped || !match.ID(typed).Valid(): // it must fit into a custom id
		return nil, card.RefuseSquare(games[0].Match.Options.Variant, typed)
	}
	fit := fitting(games, func(m match.Match) bool {
		s, err := readSquare(r, m, typed)
		return err == nil && slices.Contains(m.Position().Moves(), s)
	})
	if len(fit) == 0 {
		fit = games // if the move is legal in no game, the first game refuses it with the reason
	}
	if len(fit) > 1 {
		return pick(r, "move/"+typed, fit), nil
	}
	return moveTyped(target{id: fit[0].Match.ID, version: fit[0].Match.Version}, typed), nil
}

func fitting(games []match.Record, legal func(match.Match) bool) []match.Record {
	return slices.DeleteFunc(slices.Clone(games), func(rec match.Record) bool { return !legal(rec.Match) })
}

// placePrefix precedes the number of a place that the member typed by name, such as "center". Places are numbered from
// 1 in reading order.
const placePrefix = "place"

// withoutPlace replaces the name of a place, such as "center", by placePrefix and the place's number, because a custom
// id cannot hold every name. It replaces a local board with a place on it, such as "top left, 5" or "top left, center",
// by the name of that square of Ultimate, such as "b2". It returns any other text unchanged.
func withoutPlace(r *plan.Request, typed string) string {
	if place, ok := card.PlaceNamed(r.Texts, r.Language, typed); ok {
		return placePrefix + strconv.Itoa(place+1)
	}
	onBoard, onSquare, found := strings.Cut(strings.ReplaceAll(typed, "、", ","), ",")
	board, okBoard := readPlace(r, onBoard)
	square, okSquare := readPlace(r, onSquare)
	if found && okBoard && okSquare {
		return rules.Join(board, square).String()
	}
	return typed
}

// readPlace reads the name of a place, or its number as a digit or a word. It returns the place counted from 0.
func readPlace(r *plan.Request, typed string) (int, bool) {
	typed = strings.TrimSpace(typed)
	if place, ok := card.PlaceNamed(r.Texts, r.Language, typed); ok {
		return place, true
	}
	for _, l := range []*texts.Language{r.Language, r.Texts.ForLocale(texts.Default)} {
		words := strings.Fields(l.Say("typed.numbers"))
		if i := slices.IndexFunc(words, func(word string) bool { return strings.EqualFold(word, typed) }); i >= 0 {
			return i, true
		}
	}
	number, err := strconv.Atoi(typed)
	return number - 1, err == nil && 1 <= number && number <= 9
}

// readSquare parses a square as typed by a member. A place in the form that withoutPlace returns, such as "place5",
// means that square on a 3×3 board. On a nested board it means that square of the only local board that can be played.
func readSquare(r *plan.Request, m match.Match, typed string) (game.Square, error) {
	number, isPlace := strings.CutPrefix(typed, placePrefix)
	if !isPlace {
		return rules.ReadSquare(m.Position(), typed, m.NumericFor(r.User))
	}
	if _, nested := m.Position().(game.Nested); !nested && m.Options.Variant.Size() != 3 {
		return 0, game.ErrNotASquare
	}
	return rules.ReadSquare(m.Position(), number, false)
}

func pickMove(r *plan.Request) (plan.Plan, error) {
	chosen, err := r.Chosen()
	if err != nil {
		return nil, err
	}
	return moveTyped(target{id: match.ID(chosen)}, r.Vars["square"]), nil
}

func moveTyped(at target, typed string) plan.On {
	return at.checked(func(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
		s, err := readSquare(r, rec.Match, typed)
		if err != nil {
			return plan.Decision{}, card.RefuseSquare(rec.Match.Options.Variant, strings.TrimSpace(cmp.Or(r.Options.Text("square"), typed))).Because(err)
		}
		return move(r, rec, f, plan.Anew, s)
	})
}

// move makes a member's move. The caller has checked that the member may act on the version that they saw: see
// target.check. With a coach, the member must confirm a blunder.
func move(r *plan.Request, rec match.Record, f plan.Facts, as plan.As, s game.Square) (plan.Decision, error) {
	next, err := play(r, f.Ticked, s, f.Now)
	switch {
	case err != nil:
		return plan.Decision{}, refuseStranger(r, rec, err)
	case rec.Match.Options.Coach && len(rec.Match.Position().Moves()) > 1:
		if warning, blunder, err := coachWarns(r, rec, s); err != nil || blunder {
			return plan.Decision{Answer: warning}, err
		}
	}
	return plan.Decision{Next: &next, Answer: r.ShowBoard(as)}, nil
}

func play(r *plan.Request, m match.Match, s game.Square, now time.Time) (match.Match, error) {
	next, err := m.Play(r.User, s, now)
	if err != nil {
		err = refuseMove(r, m, s, err)
	}
	return next, err
}

func refuseMove(r *plan.Request, m match.Match, s game.Square, err error) error {
	switch {
	case errors.Is(err, match.ErrNotYourTurn):
		return refuseTurn(r, m)
	case err != nil:
		if refused := card.RefuseMove(r.Language, m.Position(), s, err); refused != nil {
			return refused
		}
	}
	return err
}

func refuseTurn(r *plan.Request, m match.Match) error {
	if m.ToMove().IsComputer() {
		return plan.Refuse("refuse.thinking").Because(match.ErrNotYourTurn)
	}
	player := card.Player(r.Language, m, m.Position().ToMove())
	return plan.Refuse("refuse.not_your_turn", "Player", player).Because(match.ErrNotYourTurn)
}

// completeMove completes a square that the user is typing. It offers legal moves from all games that wait for the user.
// It offers a square if its name begins with the typed text, or if the text names it in words.
func completeMove(r *plan.Request) (plan.Plan, error) {
	typed := withoutPlace(r, strings.ToLower(strings.TrimSpace(r.Options.Focused())))
	all, err := r.Read.OpenMatches(match.Scope{Channel: r.Place.Channel, Member: r.User})
	if err != nil {
		return nil, err
	}
	games := fitting(filtered(all, isToMove, r.User), func(m match.Match) bool { return len(matching(r, m, typed)) > 0 })
	var squares []game.Square
	var nested game.Nested // nil if at least one of the games is not Ultimate
	numeric := len(games) > 0 && games[0].Match.NumericFor(r.User)
	for i, rec := range games {
		p := rec.Match.Position()
		squares = append(squares, matching(r, rec.Match, typed)...)
		if n, _ := p.(game.Nested); i == 0 || n == nil {
			nested = n
		}
	}
	slices.Sort(squares)
	var choices []*discordgo.ApplicationCommandOptionChoice
	for _, s := range slices.Compact(squares) {
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: nameForChoice(r.Language, s, nested, numeric), Value: s.String()})
	}
	return offering(choices), nil
}

func matching(r *plan.Request, m match.Match, typed string) []game.Square {
	p := m.Position()
	meant, err := readSquare(r, m, typed)
	return slices.DeleteFunc(p.Moves(), func(s game.Square) bool {
		return !strings.HasPrefix(s.String(), typed) && (err != nil || s != meant)
	})
}

// nameForChoice returns a square's name for autocomplete, with its place on a nested board. `nested` is nil for boards
// without local boards.
func nameForChoice(l *texts.Language, s game.Square, nested game.Nested, numeric bool) string {
	if nested == nil {
		return s.String()
	}
	board, cell := nested.Split(s)
	return card.SquareHint(l, s, board, render.Keycap(render.CellNumber(cell, numeric)))
}

// pressSquare handles presses on squares, and the choice of a square from the menus of large boards. It makes the move
// and shows the board after it. In a team's match it casts a vote instead.
func pressSquare(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	s, err := r.Square()
	switch {
	case err != nil:
		return plan.Decision{}, err
	case rec.Match.HasTeam():
		return vote(r, rec, f, s)
	}
	if late, err := pressedBoard(r).check(r, rec, f); late.Next != nil || err != nil {
		return late, err
	}
	return move(r, rec, f, plan.InPlace, s)
}

// pressTaken tells any member privately which player holds a square. The answer is not a refusal:
// buttons of taken squares are enabled only because Discord dims disabled buttons.
func pressTaken(r *plan.Request, rec match.Record, _ plan.Facts) (plan.Decision, error) {
	s, err := game.ParseSquare(r.Vars["square"])
	if err != nil {
		return plan.Decision{}, plan.Refuse(texts.RefuseOldButton).Because(err)
	}
	m := rec.Match
	p, move := m.Position(), game.Moves(m.WholeGame()).LastOn(s)
	if move == 0 || p.At(s) == game.Empty { // the move was taken back, its mark has gone, or the moves were deleted
		return plan.Decision{}, plan.Refuse(texts.RefuseMovedOn)
	}
	player := card.Player(r.Language, m, p.At(s))
	said := []string{r.Language.Say("square.held", "Player", player, "Square", s.String(), "Move", texts.Ordinal(move))}
	if going, _ := render.Fading(p); going == s && m.Status == match.Playing {
		said = append(said, r.Language.Say("square.goes_next", "Player", player))
	}
	return plan.Decision{Answer: r.Private(plan.Content{Text: r.Language.Sentences(said)})}, nil
}

// pressBoard shows the buttons of a local board's squares or, without a board in the custom id, those of the local
// boards. It does not change the match. Only the player to move may use it. In a team's match each member gets a
// private pad instead.
func pressBoard(r *plan.Request, rec match.Record, f plan.Facts) (plan.Decision, error) {
	answer := r.ShowBoard(plan.InPlace)
	if number, chosen := r.Vars["board"]; chosen {
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > game.MaxSize {
			return plan.Decision{}, plan.Refuse(texts.RefuseOldButton).Because(err)
		}
		answer.View.LocalBoard = n
	}
	if rec.Match.HasTeam() {
		if err := mayVote(r, rec, f); err != nil {
			return plan.Decision{}, err
		}
		return plan.Decision{Answer: r.Page(plan.Components(card.VotePad(r.Language, rec, *answer.View)...))}, nil
	}
	if late, err := pressedBoard(r).check(r, rec, f); late.Next != nil || err != nil {
		return late, err
	}
	if !isToMove(rec.Match, r.User) {
		return plan.Decision{}, refuseTurn(r, rec.Match)
	}
	return plan.Decision{Answer: answer}, nil
}
