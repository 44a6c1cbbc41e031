package commands

import (
	"context"
	"errors"
	"strconv"

	"noughts/commands/texts"
	"noughts/game"
	"noughts/game/match"
)

// pressSquare answers the button of a square.
func (c *Commands) pressSquare(ctx context.Context, r *request) (Reply, error) {
	return c.pressMove(ctx, r, r.variable("square"))
}

// pressSquareMenu answers the menu of the squares of a row.
func (c *Commands) pressSquareMenu(ctx context.Context, r *request) (Reply, error) {
	square, err := r.chosen()
	if err != nil {
		return Reply{}, err
	}
	return c.pressMove(ctx, r, square)
}

// pressMove makes a move and shows the board after it and, if the computer was
// quick, after the answer.
func (c *Commands) pressMove(ctx context.Context, r *request, square string) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	s, err := game.ParseSquare(square)
	if err != nil {
		return Reply{}, refuse(texts.RefuseOldButton).because(err)
	}
	g, err := c.play(ctx, r, at, s)
	if err != nil {
		return Reply{}, err
	}
	return c.update(r, g, view{}), nil
}

// pressRow answers the menu of rows with the squares of the row.
func (c *Commands) pressRow(ctx context.Context, r *request) (Reply, error) {
	chosen, err := r.chosen()
	if err != nil {
		return Reply{}, err
	}
	return c.navigate(ctx, r, chosen, func(n int) view { return view{row: n} })
}

// pressBoard answers the button of a local board with its squares.
func (c *Commands) pressBoard(ctx context.Context, r *request) (Reply, error) {
	return c.navigate(ctx, r, r.variable("board"), func(n int) view { return view{board: n} })
}

// pressBoards goes back to the choice of a local board.
func (c *Commands) pressBoards(ctx context.Context, r *request) (Reply, error) {
	return c.navigate(ctx, r, "1", func(int) view { return view{} })
}

// navigate shows another part of the pad. Only the player to move may, and the
// match does not change by it.
func (c *Commands) navigate(ctx context.Context, r *request, number string, to func(int) view) (Reply, error) {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > game.MaxSize {
		return Reply{}, refuse(texts.RefuseOldButton).because(err)
	}
	g, err := c.findSeen(ctx, r)
	if err != nil {
		return Reply{}, err
	}
	if g.Match.ToMove() != match.Person(r.user.ID) {
		return Reply{}, c.refuseTurn(r, g.Match)
	}
	return c.update(r, g, to(n)), nil
}

// pressed answers the button of an action that changes the match and shows it
// in the same message.
func (c *Commands) pressed(ctx context.Context, r *request, do func(match.Match) (match.Match, error)) (Reply, error) {
	at, err := r.seen()
	if err != nil {
		return Reply{}, err
	}
	g, err := c.change(ctx, r, at, do)
	if err != nil {
		return Reply{}, ownOffer(err)
	}
	return c.update(r, g, view{}), nil
}

// ownOffer says that it was an offer, not a challenge, that a member tried to
// answer in the opponent's place.
func ownOffer(err error) error {
	if errors.Is(err, match.ErrOwnChallenge) {
		return refuse(texts.RefuseOwnOffer).because(err)
	}
	return err
}
