package matches

import (
	"context"
	crand "crypto/rand"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"noughts/bot/limits"
	"noughts/bot/queue"
	"noughts/bot/rest"
	"noughts/bot/store"
	"noughts/commands/plan"
	"noughts/game"
	"noughts/game/ai"
	"noughts/game/match"
	"noughts/game/tournament"
)

// Views draws the messages that members see. *commands.Commands implements it.
type Views interface {
	// Live returns the live board of a match.
	Live(r match.Record, v plan.View, as plan.As) plan.Content
	// Moved returns the text for an old message of a match. The text points to the message in
	// `channel` that shows the match now.
	Moved(r match.Record, channel string) plan.Content
	// Warning returns the notice that a match is about to be abandoned.
	Warning(r match.Record) plan.Content
	// Ping returns the message that mentions a player beside the board: see match.Ping. `refused` says that the player
	// wanted a direct message instead, and that Discord refused to deliver one.
	Ping(r match.Record, refused bool) plan.Content
	// Tournament returns the message that shows a tournament.
	Tournament(rec tournament.Record) plan.Content
	// ThreadName returns the name of a match's thread. `names` has the known names of its players, by id.
	ThreadName(r match.Record, names map[string]string) string
	// NoThread returns the line for the server's log channel about a match that cannot have a thread.
	NoThread(r match.Record) plan.Content
	// Refuse returns the answer that tells the member about an error. Stale reports whether an
	// error means that the member acted on an outdated board.
	Refuse(r *plan.Request, err error) plan.Answer
	Stale(err error) bool
}

// Discord is the part of Discord's API that the manager calls itself. *rest.Client implements it. Answers to requests go
// through a Responder instead.
type Discord interface {
	Edit(ctx context.Context, m rest.Message, components []discordgo.MessageComponent) (rest.Message, error)
	Original(ctx context.Context, app, token string) (id string, private bool, err error)
	Post(ctx context.Context, channel, nonce string, d *discordgo.InteractionResponseData) (id string, err error)
	PostDirect(ctx context.Context, user, nonce string, d *discordgo.InteractionResponseData) error
	Delete(ctx context.Context, channel, id string) error
	Permissions(ctx context.Context, guild, member string) (map[string]int64, error)
	Outranks(ctx context.Context, guild, user string, roles []string, role string) (bool, error)
	IsMember(ctx context.Context, guild, user string) (bool, error)
	Deleted(ctx context.Context, guild string, channels, roles []string) ([]string, error)
	CanPlay(ctx context.Context, guild, channel, member string) (bool, error)
	StartThread(ctx context.Context, channel, message, name string) error
	CloseThread(ctx context.Context, thread string) error
	UserName(ctx context.Context, id string) (string, error)
}

// A Meter counts what the manager does.
type Meter interface {
	Searched(v game.Variant, level string, took time.Duration)
	Limited(l limits.Limit)
}

// Deps are the dependencies and settings of a Manager.
type Deps struct {
	Store     store.Store
	Queue     *queue.Queue // Close closes it
	Views     Views
	Discord   Discord
	NewPlayer func(v game.Variant, level string, seed uint64) (ai.Player, error) // ai.New, except in tests
	Workers   int                                                                // number of search slots: see searches
	Dice      *rand.Rand                                                         // safe for concurrent use: see NewDice
	Limits    limits.Limits
	Meter     Meter
	Log       *slog.Logger
	// TournamentGame is called when a game of a tournament has ended, or its board was posted.
	TournamentGame func(tournament match.ID)
	// ServerChanged is called after a server's settings were changed.
	ServerChanged func()
	// Connected reports whether interactions of a guild's members reach this process. `since` is the time from which they
	// have reached it without a gap. `heard` is when Discord last gave a sign of life: if that was some time ago,
	// Connected asks for one.
	Connected func(guild string) (since, heard time.Time, ok bool)
}

// NewDice returns the bot's random source. Its seed is read from r, or from the system's random
// source if r is nil. It is safe for concurrent use. Errors: those of r.
func NewDice(r io.Reader) (*rand.Rand, error) {
	if r == nil {
		r = crand.Reader
	}
	var seed [32]byte
	if _, err := io.ReadFull(r, seed[:]); err != nil {
		return nil, fmt.Errorf("cannot read a random seed: %w", err)
	}
	return rand.New(&source{chacha: rand.NewChaCha8(seed)}), nil
}

// A source is a random source that is safe for concurrent use.
type source struct {
	mu     sync.Mutex
	chacha *rand.ChaCha8
}

// Uint64 returns the next random number.
func (s *source) Uint64() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.chacha.Uint64()
}
