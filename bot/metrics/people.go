package metrics

import (
	"context"

	"noughts/game/profile"
)

func (s measured) Profile(ctx context.Context, member, reader string) (profile.Profile, error) {
	return timed(s.Metrics, "profile", func() (profile.Profile, error) { return s.Store.Profile(ctx, member, reader) })
}

func (s measured) Leaders(ctx context.Context, b profile.Board, from, limit int, member string) (profile.Page, error) {
	return timed(s.Metrics, "leaders", func() (profile.Page, error) { return s.Store.Leaders(ctx, b, from, limit, member) })
}

func (s measured) Season(ctx context.Context, guild string, pool profile.Pool, season profile.Season, limit int) ([]profile.SeasonPlace, error) {
	return timed(s.Metrics, "season", func() ([]profile.SeasonPlace, error) { return s.Store.Season(ctx, guild, pool, season, limit) })
}

func (s measured) NoteLeft(ctx context.Context, guild string, members []string) error {
	_, err := timed(s.Metrics, "note_left", func() (struct{}, error) { return struct{}{}, s.Store.NoteLeft(ctx, guild, members) })
	return err
}
