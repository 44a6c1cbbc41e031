-- How members solve puzzles, each as one JSON text: solving.Record.
CREATE TABLE puzzlers (
    member   TEXT   NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    record   TEXT   NOT NULL
) WITHOUT ROWID;

-- The ratings of puzzles that members have tried: in hundredths, volatilities in millionths.
CREATE TABLE puzzle_ratings (
    puzzle     TEXT   NOT NULL PRIMARY KEY,
    value      BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    since      BIGINT,           -- when it was tried last
    tries      BIGINT NOT NULL,  -- that counted, and how many of them were right
    solved     BIGINT NOT NULL
) WITHOUT ROWID;

-- The puzzles of days, counted since 1970-01-01.
CREATE TABLE dailies (
    member TEXT   NOT NULL,
    day    BIGINT NOT NULL,
    tries  TEXT   NOT NULL,  -- a letter each: g right, y close, b wrong
    done   BIGINT NOT NULL,  -- 1: solved, or no try is left
    points BIGINT NOT NULL,  -- 0 for one that was not solved
    took   BIGINT NOT NULL,  -- milliseconds
    PRIMARY KEY (member, day)
) WITHOUT ROWID;

-- In whose tables they are: of the servers in which members have asked for them.
CREATE TABLE daily_tables (
    guild    TEXT   NOT NULL,
    day      BIGINT NOT NULL,
    member   TEXT   NOT NULL,
    unlisted BIGINT NOT NULL,  -- 1: wants no place
    PRIMARY KEY (guild, day, member)
) WITHOUT ROWID;
CREATE INDEX daily_tables_member ON daily_tables (member);

-- The hour at which a server has the puzzle posted, NULL for never; the last day of which it was, and
-- since when somebody posts that of a later day.
ALTER TABLE servers ADD COLUMN daily_hour    BIGINT;
ALTER TABLE servers ADD COLUMN daily_day     BIGINT NOT NULL DEFAULT 0;
ALTER TABLE servers ADD COLUMN daily_claimed BIGINT;
CREATE INDEX servers_daily ON servers (daily_day, daily_hour, id) WHERE daily_hour IS NOT NULL;
UPDATE servers SET daily_hour = coalesce(json_extract(settings, '$.daily_hour'), 0)
    WHERE json_valid(settings) AND coalesce(json_extract(settings, '$.daily_channel'), '') <> '';
