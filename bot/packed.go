package bot

import (
	"encoding/binary"
	"time"

	"noughts/commands"
	"noughts/game"
	"noughts/game/match"
)

// A packed is a game in memory while nobody works on it: one string of some two
// hundred bytes in the place of a structure with a dozen strings. The texts of an
// unpacked game are parts of it. It never leaves the process.
type packed string

// pack packs a game. Times are kept to the millisecond, as in the store.
func pack(g commands.Game) packed {
	m := g.Match
	b := make([]byte, 0, 256)
	for _, s := range [...]string{
		string(m.ID), m.Owner, m.Players[0].ID, m.Players[0].Level, m.Players[1].ID, m.Players[1].Level,
		g.Place.Guild, g.Place.Channel, g.Place.Locale, g.Place.Style, g.Message,
	} {
		b = append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	for _, n := range [...]int64{
		int64(m.Version), int64(m.Options.Variant), int64(m.Options.First), int64(m.Options.Clock), int64(m.Status),
		int64(m.Begins), int64(m.DrawOffer), int64(m.TakebackAsk), int64(m.Result.Winner), int64(m.Result.Reason),
		millis(m.Deadline), millis(m.Created), millis(m.Changed), bit(g.Place.Away), int64(len(m.Moves)),
	} {
		b = binary.AppendVarint(b, n)
	}
	for _, s := range m.Moves {
		b = append(b, byte(s))
	}
	return packed(b)
}

// game returns the game that was packed.
func (p packed) game() (g commands.Game) {
	u := unpacker{p}
	m := &g.Match
	m.ID, m.Owner = match.ID(u.text()), u.text()
	for i := range m.Players {
		m.Players[i] = match.Player{ID: u.text(), Level: u.text()}
	}
	g.Place.Guild, g.Place.Channel, g.Place.Locale, g.Place.Style = u.text(), u.text(), u.text(), u.text()
	g.Message = u.text()
	m.Version = int(u.number())
	m.Options = match.Options{Variant: game.Variant(u.number()), First: match.First(u.number()), Clock: time.Duration(u.number())}
	m.Status, m.Begins = match.Status(u.number()), game.Mark(u.number())
	m.DrawOffer, m.TakebackAsk = game.Mark(u.number()), game.Mark(u.number())
	m.Result = match.Result{Winner: game.Mark(u.number()), Reason: match.Reason(u.number())}
	m.Deadline, m.Created, m.Changed = u.time(), u.time(), u.time()
	g.Place.Away = u.number() != 0
	if n := u.number(); n > 0 {
		m.Moves = make([]game.Square, n)
	}
	for i := range m.Moves {
		m.Moves[i] = game.Square(u.packed[i])
	}
	return g
}

// An unpacker reads what pack has written.
type unpacker struct{ packed }

func (u *unpacker) text() string {
	length, n := binary.Uvarint(u.head())
	end := n + int(length)
	s := string(u.packed[n:end])
	u.packed = u.packed[end:]
	return s
}

func (u *unpacker) number() int64 {
	v, n := binary.Varint(u.head())
	u.packed = u.packed[n:]
	return v
}

// head returns a copy of the next number's bytes.
func (u *unpacker) head() []byte {
	var b [binary.MaxVarintLen64]byte
	return b[:copy(b[:], u.packed)]
}

func (u *unpacker) time() time.Time {
	if ms := u.number(); ms != 0 {
		return time.UnixMilli(ms)
	}
	return time.Time{}
}

// millis returns a time as a number, 0 for the zero time.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func bit(set bool) int64 {
	if set {
		return 1
	}
	return 0
}
