-- Whether a game counts for ratings, and what its end did for whom.

ALTER TABLE matches ADD COLUMN casual     BIGINT NOT NULL DEFAULT 0;  -- 1: the players wanted no rating
ALTER TABLE matches ADD COLUMN taken_back BIGINT NOT NULL DEFAULT 0;  -- 1 when a move was taken back
ALTER TABLE matches ADD COLUMN effects    TEXT   NOT NULL DEFAULT ''; -- JSON for X and O: match.Effect

-- What games that came to a result were for their members, one row for each, in the order in
-- which they were counted. Ratings are in hundredths, volatilities in millionths; 0 where the game was
-- not rated.
CREATE TABLE results (
    seq                 INTEGER PRIMARY KEY,
    match_id            TEXT   NOT NULL,
    side                TEXT   NOT NULL,  -- of the member: x, o
    member              TEXT   NOT NULL,
    opponent            TEXT   NOT NULL,  -- member, '' for the computer
    level               TEXT   NOT NULL,  -- the computer's, '' for a member
    guild               TEXT   NOT NULL,
    variant             TEXT   NOT NULL,
    pool                TEXT   NOT NULL,  -- '' for none
    score               BIGINT NOT NULL,  -- 0 lost, 1 drawn, 2 won
    verdict             TEXT   NOT NULL,  -- rated, or why not
    ended               BIGINT NOT NULL,
    value               BIGINT NOT NULL,  -- the member's rating before the game
    deviation           BIGINT NOT NULL,
    volatility          BIGINT NOT NULL,
    since               BIGINT,           -- its time, NULL before the first game
    opponent_value      BIGINT NOT NULL,  -- the opponent's before it
    opponent_deviation  BIGINT NOT NULL,
    opponent_volatility BIGINT NOT NULL,
    opponent_since      BIGINT,
    new_value           BIGINT NOT NULL,  -- the member's after it
    new_deviation       BIGINT NOT NULL,
    new_volatility      BIGINT NOT NULL,
    new_since           BIGINT,
    UNIQUE (match_id, side)               -- a game is counted once
);
CREATE INDEX results_member ON results (member, pool, ended) WHERE verdict = 'rated';

-- Where members stand.
CREATE TABLE ratings (
    member      TEXT   NOT NULL,
    pool        TEXT   NOT NULL,
    value       BIGINT NOT NULL,
    deviation   BIGINT NOT NULL,
    volatility  BIGINT NOT NULL,
    since       BIGINT,           -- the end of the last rated game
    wins        BIGINT NOT NULL,  -- of the rated games
    draws       BIGINT NOT NULL,
    losses      BIGINT NOT NULL,
    streak      BIGINT NOT NULL,  -- won in a row, below 0: lost
    longest     BIGINT NOT NULL,
    peak        BIGINT NOT NULL,  -- in points
    best_match  TEXT   NOT NULL,  -- the best win, '' for none
    best_member TEXT   NOT NULL,
    best_level  TEXT   NOT NULL,
    best_points BIGINT NOT NULL,
    best_at     BIGINT,
    PRIMARY KEY (member, pool)
) WITHOUT ROWID;

-- How many games members have won, drawn and lost: all (all), of a variant against a level or
-- members (record), with a first move (opening), against another member (against).
CREATE TABLE tallies (
    member  TEXT   NOT NULL,
    kind    TEXT   NOT NULL,
    variant TEXT   NOT NULL,  -- '' for any
    key     TEXT   NOT NULL,
    wins    BIGINT NOT NULL,
    draws   BIGINT NOT NULL,
    losses  BIGINT NOT NULL,
    PRIMARY KEY (member, kind, variant, key)
) WITHOUT ROWID;

-- What members have achieved.
CREATE TABLE achievements (
    member   TEXT   NOT NULL,
    name     TEXT   NOT NULL,
    match_id TEXT   NOT NULL,  -- with which, '' for none
    at       BIGINT NOT NULL,
    PRIMARY KEY (member, name)
) WITHOUT ROWID;

-- The leaderboards: a row for each guild in which a member has played a rated game of the pool,
-- and one for all, with guild ''. All rows of a member and pool have the same rating.
CREATE TABLE standings (
    member      TEXT   NOT NULL,
    pool        TEXT   NOT NULL,
    guild       TEXT   NOT NULL,
    value       BIGINT NOT NULL,
    provisional BIGINT NOT NULL,  -- after the last game: 0 certain, 1 provisional, 2 in the placement
    last        BIGINT NOT NULL,  -- the end of the last rated game
    away        BIGINT NOT NULL,  -- 1: has left the guild
    unlisted    BIGINT NOT NULL,  -- 1: wants no place
    PRIMARY KEY (member, pool, guild)
) WITHOUT ROWID;
CREATE INDEX standings_places ON standings (guild, pool, provisional, value DESC, member) WHERE away = 0 AND unlisted = 0;
CREATE INDEX standings_recent ON standings (guild, pool, last, provisional, value, member) WHERE away = 0 AND unlisted = 0;

-- How many places each part of a leaderboard has, so that nobody counts them all: a part is ten
-- points wide, the first has the most points, and the provisional ones come last.
CREATE TABLE board_parts (
    guild  TEXT   NOT NULL,
    pool   TEXT   NOT NULL,
    part   BIGINT NOT NULL,
    places BIGINT NOT NULL,
    PRIMARY KEY (guild, pool, part)
) WITHOUT ROWID;
