-- Series of games, and members who wait to play the winner.

ALTER TABLE matches ADD COLUMN best_of      BIGINT NOT NULL DEFAULT 0;  -- games of the series, 0 for one game
ALTER TABLE matches ADD COLUMN before_x     BIGINT NOT NULL DEFAULT 0;  -- those before it, by how they ended
ALTER TABLE matches ADD COLUMN before_o     BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN before_drawn BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN continued    BIGINT NOT NULL DEFAULT 0;  -- 1 when the match that follows has begun
ALTER TABLE matches ADD COLUMN since        BIGINT NOT NULL DEFAULT 0;  -- the version since which the game stands as it does, 0 for its own
ALTER TABLE matches ADD COLUMN hill_queue   TEXT   NOT NULL DEFAULT ''; -- members with spaces between
ALTER TABLE matches ADD COLUMN hill_game    BIGINT NOT NULL DEFAULT 0;  -- games on the hill before it
ALTER TABLE matches ADD COLUMN hill_streak  BIGINT NOT NULL DEFAULT 0;  -- of the king, before it
ALTER TABLE matches ADD COLUMN hill_stays   TEXT   NOT NULL DEFAULT ''; -- x or o when it is over
ALTER TABLE matches ADD COLUMN hill_won     BIGINT NOT NULL DEFAULT 0;  -- the streak of who stays
ALTER TABLE matches ADD COLUMN hill_record  BIGINT NOT NULL DEFAULT 0;  -- 1 if that was the server's longest

-- The longest row of a server, and where somebody waits: few matches have either.
CREATE INDEX matches_hills ON matches (guild, hill_won) WHERE hill_won > 2;
CREATE INDEX matches_queues ON matches (created, id) WHERE hill_queue <> '';
