-- Whether the board explains each move, because a player has not played such a game before.

ALTER TABLE matches ADD COLUMN explains BIGINT NOT NULL DEFAULT 0;  -- 1 if so
