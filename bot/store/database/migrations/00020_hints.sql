-- Who was given a hint, and whether the coach warns who plays against the computer.

ALTER TABLE matches ADD COLUMN x_hinted BIGINT NOT NULL DEFAULT 0;  -- 1 when X was given a hint
ALTER TABLE matches ADD COLUMN o_hinted BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN coach    BIGINT NOT NULL DEFAULT 0;  -- 1 when there is a coach
