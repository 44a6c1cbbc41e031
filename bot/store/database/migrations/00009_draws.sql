-- Who has offered a draw does not offer another one soon: the number of the move, from
-- 1, before which X and O last did so, 0 for never.

ALTER TABLE matches ADD COLUMN x_draw_offered BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN o_draw_offered BIGINT NOT NULL DEFAULT 0;
