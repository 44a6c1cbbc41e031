package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"noughts/commands"
	"noughts/game/match"
)

const (
	// editLimit is how long one edit may take. A press that comes meanwhile waits
	// for it, so that versions stay in order, and has 2.5 seconds in all.
	editLimit = 1500 * time.Millisecond
	// editAttempts is how often an edit is tried before the board is left as it is.
	editAttempts = 5
)

// settle sees to it that a match's live message shows its newest version, soon
// and in the background.
func (b *boards) settle(id match.ID) {
	b.mu.Lock()
	board := b.boardLocked(id)
	if board.settling {
		board.again = true
		b.mu.Unlock()
		return
	}
	board.settling = !b.closed
	b.mu.Unlock()
	b.background(func(ctx context.Context) { b.settler(ctx, id, board) })
}

// settler edits the board until nobody asks for more.
func (b *boards) settler(ctx context.Context, id match.ID, board *board) {
	for {
		b.bringUp(ctx, id, board)
		b.mu.Lock()
		if !board.again {
			board.settling = false
			b.mu.Unlock()
			return
		}
		board.again = false
		b.mu.Unlock()
	}
}

// bringUp edits the live message until it shows the newest version, or cannot.
func (b *boards) bringUp(ctx context.Context, id match.ID, board *board) {
	var pause backoff
	for attempt := 1; ; attempt++ {
		err := b.editOnce(ctx, id, board)
		wait, again := mayRetry(err)
		if !again || attempt == editAttempts || ctx.Err() != nil {
			b.reportEdit(id, err)
			return
		}
		if sleep(ctx, max(wait, pause.next())) != nil {
			return
		}
	}
}

func (b *boards) reportEdit(id match.ID, err error) {
	if err != nil {
		b.log.Warn("a live board could not be edited", "match", id, "err", err)
	}
}

// editOnce edits the live message if it is behind. It returns nil when there is
// nothing (more) to do.
func (b *boards) editOnce(ctx context.Context, id match.ID, board *board) error {
	ctx, cancel := context.WithTimeout(ctx, editLimit)
	defer cancel()
	release, err := b.turns.take(ctx, id)
	if err != nil {
		return err
	}
	defer release()
	g, err := b.books.Find(ctx, id)
	switch {
	case errors.Is(err, commands.ErrNoMatch):
		return nil
	case err != nil:
		return err
	}
	board.learn(g, b.alone)
	b.used(board, g.Match.Status == match.Over)
	if board.mustConfirm(g) {
		if err := b.confirm(ctx, g, board); err != nil {
			return err
		}
	}
	if !b.owns(board.spot.message, id) {
		board.forget()
	}
	if board.spot.message == "" || !board.behind(g.Match.Version) {
		return nil
	}
	if err := b.rest.edit(ctx, board.spot, b.painter.LiveMessage(g)); err != nil {
		return board.afterRefusal(err)
	}
	board.shown = int32(g.Match.Version)
	return nil
}

// errRetry asks for another attempt with other means.
var errRetry = errors.New("the interaction's token no longer works")

// afterRefusal draws the consequence of a refused edit: a token that has ended is
// dropped for the bot's own, and a message that is gone is forgotten. Callers
// have the match's turn.
func (b *board) afterRefusal(err error) error {
	var refused *apiError
	if !errors.As(err, &refused) {
		return err
	}
	switch refused.Status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound:
	default:
		return err
	}
	if b.spot.token != "" && refused.Code != codeUnknownMessage {
		b.spot = b.spot.tokenless()
		return errRetry
	}
	b.forget()
	return err
}
