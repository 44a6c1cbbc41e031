-- Turns reach people: when a turn began, what players were told of it and in which
-- message. A match is due at the earlier of its deadline and of what is to be told.

ALTER TABLE matches ADD COLUMN turn_began   BIGINT;                   -- NULL before the first turn
ALTER TABLE matches ADD COLUMN ping_turn    BIGINT;                   -- turn_began of the turn of the ping
ALTER TABLE matches ADD COLUMN ping_told    TEXT   NOT NULL DEFAULT ''; -- accepted, turn, time
ALTER TABLE matches ADD COLUMN ping_pending BIGINT;                   -- since when nobody knows whether it was posted
ALTER TABLE matches ADD COLUMN ping_message TEXT   NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN due          BIGINT;
UPDATE matches SET due = deadline WHERE deadline IS NOT NULL; -- of the others nothing is written: most are over
DROP INDEX matches_deadline;
CREATE INDEX matches_due ON matches (due, id) WHERE due IS NOT NULL;

-- What a challenge says, and what a game that is over shows.
ALTER TABLE matches ADD COLUMN open_for    BIGINT NOT NULL DEFAULT 0; -- milliseconds a challenge waits, 0 for ten minutes
ALTER TABLE matches ADD COLUMN shared      BIGINT NOT NULL DEFAULT 0; -- 1 when the result was shown to everybody
ALTER TABLE matches ADD COLUMN score_x     BIGINT NOT NULL DEFAULT 0; -- of the two players, in the channel on the day
ALTER TABLE matches ADD COLUMN score_o     BIGINT NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN score_drawn BIGINT NOT NULL DEFAULT 0;

-- What members have chosen for themselves.
CREATE TABLE members (
    id       TEXT   NOT NULL PRIMARY KEY,
    no_pings BIGINT NOT NULL  -- 1: they are not mentioned at their turns
);
