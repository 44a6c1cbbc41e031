package bot

import (
	"context"
	"errors"
	"net/http"
	"time"

	"noughts/commands"
	"noughts/game/match"
)

// Who answers inline learns neither that Discord has the answer nor which message
// it made. Both can be asked for with the interaction's token. That is done when
// they matter: before an edit, which Discord must not get first, and when a match
// has a new message, whose id outlives the token.

// mostDoubts is how often Discord may not know of an answer before the answer is
// taken for lost.
const mostDoubts = 3

// errUnconfirmed is returned when Discord does not know of an answer yet.
var errUnconfirmed = errors.New("the answer is not known to Discord yet")

// mustConfirm says whether the board cannot go on without knowing that Discord
// has the last answer. Callers have the match's turn.
func (b *board) mustConfirm(g commands.Game) bool {
	return b.spot.unsure && (b.behind(g.Match.Version) || b.spot.message == "")
}

// confirm asks Discord for the answer that a match was last shown by. When
// Discord does not have it, the match is where it was shown before. Errors:
// errUnconfirmed, *apiError and the network's, after all of which the same may
// succeed later. Callers have the match's turn.
func (b *boards) confirm(ctx context.Context, g commands.Game, shown *board) error {
	if !shown.spot.hasToken(time.Now()) {
		shown.fallBack() // nobody can be asked any more
		return nil
	}
	message, err := b.rest.findOriginal(ctx, shown.spot.app, shown.spot.token)
	var refused *apiError
	switch {
	case err == nil:
		shown.spot = shown.spot.confirmed(message)
		b.keep(ctx, g, shown, shown.spot)
		return nil
	case !errors.As(err, &refused), refused.Status == http.StatusTooManyRequests, refused.Status >= 500:
		return err
	case isUnknown(err) && refused.Code != codeUnknownMessage && shown.doubts < mostDoubts:
		shown.doubts++
		return errUnconfirmed
	}
	b.log.Warn("Discord did not take an answer", "match", g.Match.ID, "err", err)
	shown.fallBack()
	return nil
}

// fallBack takes the last message that is sure for the one that shows a match.
// Callers have the match's turn.
func (b *board) fallBack() {
	b.spot, b.shown, b.doubts = b.kept, 0, 0
	if b.spot.gone {
		b.spot = nowhere
	}
}

// doubt notes that a member has seen an old board in a message that should show
// a newer one: perhaps Discord did not take the answer that did.
func (b *boards) doubt(ctx context.Context, id match.ID, message string) {
	board, release, err := b.take(ctx, id)
	if err != nil {
		return
	}
	defer release()
	if board.spot.unsure && board.spot.message == message {
		board.shown = 0
	}
}
