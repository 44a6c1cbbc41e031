package bot

import (
	"context"
	"log/slog"
	"sync"
	"time"
	"unique"

	"github.com/bwmarrin/discordgo"

	"noughts/commands"
	"noughts/game/match"
)

// A painter draws the live messages: commands.Commands.
type painter interface {
	LiveMessage(commands.Game) []discordgo.MessageComponent
	MovedMessage(commands.Game) []discordgo.MessageComponent
}

// A bookkeeper knows the matches and where they are shown: *registry.
type bookkeeper interface {
	// Find returns a match as it is stored, known as this process knows it.
	Find(ctx context.Context, id match.ID) (commands.Game, error)
	known(ctx context.Context, id match.ID) (commands.Game, error)
	setMessage(ctx context.Context, id match.ID, message string) error
}

// boards keeps the live boards true: it carries answers to Discord, knows which
// message shows which match at which version, and edits the messages that have
// fallen behind. A message that cannot be edited leaves the match untouched;
// the next press or /board shows the truth.
type boards struct {
	rest    *restClient
	painter painter
	books   bookkeeper
	log     *slog.Logger

	ctx  context.Context // of the work in the background
	stop context.CancelFunc
	work sync.WaitGroup

	alone bool            // no other process shows these matches
	most  int             // boards
	turns turns[match.ID] // for the matches of which something is sent

	mu     sync.Mutex
	live   map[match.ID]*board
	owners map[string]match.ID // which match a message shows that another one has taken over
	closed bool
}

func newBoards(rest *restClient, p painter, books bookkeeper, log *slog.Logger) *boards {
	ctx, stop := context.WithCancel(context.Background())
	return &boards{
		rest: rest, painter: p, books: books, log: log, ctx: ctx, stop: stop, most: mostKept,
		live: map[match.ID]*board{}, owners: map[string]match.ID{},
	}
}

// take waits for the turn to send something of a match, and returns the match's
// board and the function that gives the turn back. Errors: ctx's.
func (b *boards) take(ctx context.Context, id match.ID) (*board, func(), error) {
	release, err := b.turns.take(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	return b.board(id), release, nil
}

// used notes that a board was used.
func (b *boards) used(board *board, ended bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	board.used = usedNow(ended)
}

// board returns the board of a match.
func (b *boards) board(id match.ID) *board {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.boardLocked(id)
}

func (b *boards) boardLocked(id match.ID) *board {
	found, ok := b.live[id]
	if !ok {
		evict(b.live, b.most, func(s *board) int64 { return s.used },
			func(id match.ID, s *board) bool { return s.settling || b.turns.used(id) })
		found = newBoard()
		b.live[own(id)] = found
	}
	found.used = time.Now().UnixNano()
	return found
}

// answer carries a handler's answer to Discord. Errors: the carrier's, and ctx's.
func (b *boards) answer(ctx context.Context, by carrier, i *discordgo.Interaction, r commands.Reply) error {
	if !showsLive(i, r) {
		_, err := by.carry(ctx, i, r.Response)
		b.refresh(i, r.Refresh)
		return err
	}
	shown, release, err := b.take(ctx, r.Match)
	if err != nil {
		return err
	}
	defer release()
	g, err := b.books.known(ctx, r.Match)
	if err != nil { // the member gets the answer all the same
		b.log.Warn("a match that is to be shown cannot be found", "match", r.Match, "err", err)
		_, err = by.carry(ctx, i, r.Response)
		return err
	}
	shown.learn(g, b.alone)
	to, err := by.carry(ctx, i, b.newest(r, g))
	if err != nil {
		b.stayAt(ctx, i, r.Response, g, shown)
		return err
	}
	at := spotAfter(i, r.Response, to)
	if pressed, _ := pressedOn(i); pressed != r.Match && r.Response.Type == discordgo.InteractionResponseUpdateMessage {
		b.own(at.message, r.Match)
	}
	b.moveTo(ctx, g, shown, at)
	shown.shown = int32(max(r.Version, g.Match.Version))
	return nil
}

// showsLive says whether an answer becomes a match's live message. What only one
// member sees never does.
func showsLive(i *discordgo.Interaction, r commands.Reply) bool {
	if r.Match == "" || r.Response.Data == nil {
		return false
	}
	if r.Response.Type == discordgo.InteractionResponseUpdateMessage {
		return i.Message != nil && i.Message.Flags&discordgo.MessageFlagsEphemeral == 0
	}
	return r.Response.Data.Flags&discordgo.MessageFlagsEphemeral == 0
}

// newest returns the answer, with the newest board in it if the match has moved
// on since the handler drew it.
func (b *boards) newest(r commands.Reply, g commands.Game) *discordgo.InteractionResponse {
	if g.Match.Version <= r.Version {
		return r.Response
	}
	response, data := *r.Response, *r.Response.Data
	data.Components = b.painter.LiveMessage(g)
	response.Data = &data
	return &response
}

// spotAfter returns where an answer is shown.
func spotAfter(i *discordgo.Interaction, r *discordgo.InteractionResponse, s sent) *spot {
	if r.Type == discordgo.InteractionResponseUpdateMessage && i.Message != nil {
		s.message = i.Message.ID
	}
	return &spot{
		channel: i.ChannelID, message: s.message,
		app: unique.Make(i.AppID).Value(), token: i.Token, until: time.Now().Add(tokenLife).UnixNano(),
		followUp: s.followUp, unsure: !s.confirmed,
	}
}

// moveTo notes where a match is now shown, and clears the message that showed it
// before, as soon as Discord is known to show the new one. Callers have the
// match's turn.
func (b *boards) moveTo(ctx context.Context, g commands.Game, shown *board, to *spot) {
	shown.spot, shown.known, shown.doubts = to, true, 0
	switch {
	case !to.unsure:
		b.keep(ctx, g, shown, to)
	case to.message == "":
		b.settle(g.Match.ID) // asks which it is
	case to.message != shown.kept.message: // a member has pressed it: it is there, whatever becomes of the answer
		b.keep(ctx, g, shown, &spot{channel: to.channel, message: to.message})
	}
}

// keep notes in the store where a match is shown for sure, and clears the message
// that showed it before. Callers have the match's turn.
func (b *boards) keep(ctx context.Context, g commands.Game, shown *board, to *spot) {
	from := shown.kept
	shown.kept = to
	if from.message == to.message {
		return
	}
	if err := b.books.setMessage(ctx, g.Match.ID, to.message); err != nil {
		b.log.Warn("cannot note the live message", "match", g.Match.ID, "err", err)
	}
	if from.message != "" && !from.gone {
		g.Message = to.message
		b.retire(from, g)
	}
}

// stayAt notes, when an update has failed, that the member looks at the message
// that was pressed. The bot need not know of it: Discord may have taken the
// answer that made it, and lost what it said to that. Callers have the match's
// turn.
func (b *boards) stayAt(ctx context.Context, i *discordgo.Interaction, r *discordgo.InteractionResponse, g commands.Game, shown *board) {
	if r.Type != discordgo.InteractionResponseUpdateMessage || i.Message.ID == shown.spot.message {
		return
	}
	b.moveTo(ctx, g, shown, &spot{channel: i.ChannelID, message: i.Message.ID})
	shown.shown = 0
}

// own notes that a message now shows a match, and no longer the one that it was
// pressed on, if any.
func (b *boards) own(message string, id match.ID) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.owners[message] = own(id)
}

// owns says whether a message still shows a match.
func (b *boards) owns(message string, id match.ID) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	owner, known := b.owners[message]
	return !known || owner == id
}

// retire leaves a pointer to the new board in a message that was live, as soon
// as that can be done and only once.
func (b *boards) retire(at *spot, g commands.Game) {
	b.background(func(ctx context.Context) {
		ctx, cancel := context.WithTimeout(ctx, editLimit)
		defer cancel()
		if err := b.rest.edit(ctx, at, b.painter.MovedMessage(g)); err != nil {
			b.log.Info("cannot clear an old board", "match", g.Match.ID, "err", err)
		}
	})
}

// refresh brings a match's live message up to date after an answer that did not
// show it. When an old board was pressed that has stayed in the channel, it is
// cleared; when it is the live one, it does not show what it should.
func (b *boards) refresh(i *discordgo.Interaction, id match.ID) {
	if id == "" {
		return
	}
	if i.Message == nil || i.Message.Flags&discordgo.MessageFlagsEphemeral != 0 {
		b.settle(id)
		return
	}
	b.background(func(ctx context.Context) {
		b.doubt(ctx, id, i.Message.ID)
		b.settle(id)
		g, err := b.books.Find(ctx, id)
		if err == nil && g.Message != "" && g.Message != i.Message.ID {
			b.retire(&spot{channel: i.ChannelID, message: i.Message.ID}, g)
		}
	})
}

// background runs work that close waits for.
func (b *boards) background(work func(context.Context)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return
	}
	b.work.Go(func() { work(b.ctx) })
}

// close takes no more work and waits for what is under way, or for ctx, after
// which it is given up.
func (b *boards) close(ctx context.Context) {
	b.mu.Lock()
	b.closed = true
	b.mu.Unlock()
	done := make(chan struct{})
	go func() {
		b.work.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	b.stop()
	<-done
}

// sweep lets go of boards that nobody has used since: the store knows their
// messages, and their tokens have ended.
func (b *boards) sweep(since time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	before := since.UnixNano()
	for id, board := range b.live {
		if !board.settling && board.used < before && !b.turns.used(id) {
			delete(b.live, id)
		}
	}
	for message, id := range b.owners {
		if _, ok := b.live[id]; !ok {
			delete(b.owners, message)
		}
	}
}
