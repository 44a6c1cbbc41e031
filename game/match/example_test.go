package match_test

import (
	"errors"
	"fmt"
	"time"

	"noughts/game"
	"noughts/game/match"
)

// Ann sends an open challenge; Ben accepts, and each of them makes a move.
func Example() {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	opts := match.Options{Variant: game.Ultimate, Clock: 5 * time.Minute}

	m, _ := match.New("q7", "ann", match.Person("ann"), match.Player{}, opts, game.X, now)
	m, _ = m.Accept("ben", game.X, now)
	m, _ = m.Play("ann", game.At(4, 3), now)
	_, err := m.Play("ben", game.At(0, 8), now)
	fmt.Println(err)
	m, _ = m.Play("ben", game.At(4, 1), now)

	fmt.Println(m.Position())
	fmt.Println("version", m.Version, "waits for", m.ToMove().ID)
	// Output:
	// wrong local board
	// 9/4o4/9/4x4/9/9/9/9/9 x 5
	// version 4 waits for ann
}

// Due returns when the caller must call Tick.
func ExampleMatch_Tick() {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	opts := match.Options{Variant: game.Classic(3), Clock: time.Minute}

	m, _ := match.New("q7", "ann", match.Person("ann"), match.Computer("local"), opts, game.X, now)
	m, _ = m.Play("ann", game.At(1, 1), now)
	m, _ = m.PlayComputer(game.At(0, 0), now)
	due := m.Deadline
	fmt.Println("ann has", due.Sub(now))

	_, err := m.Play("ann", game.At(2, 0), due)
	fmt.Println(errors.Is(err, match.ErrTimeout))
	m = m.Tick(due)
	fmt.Println(m.Result.Winner, m.Result.Reason == match.ByTimeout)
	// Output:
	// ann has 1m0s
	// true
	// o true
}

// The computer agrees to a takeback at once. The player's last move and the computer's are undone.
func ExampleMatch_AskTakeback() {
	now := time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC)
	opts := match.Options{Variant: game.Classic(3)}

	m, _ := match.New("q7", "ann", match.Person("ann"), match.Computer("local"), opts, game.X, now)
	m, _ = m.Play("ann", game.At(1, 1), now)
	m, _ = m.PlayComputer(game.At(0, 0), now)
	m, _ = m.AskTakeback("ann", now)
	fmt.Println(m.Position(), len(m.Moves))
	// Output: 3/3/3 x 0
}
