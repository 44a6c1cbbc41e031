-- The tables of the bot. One text serves both databases: for PostgreSQL, migrate.go replaces
-- the two phrases WITHOUT ROWID and INTEGER PRIMARY KEY, which only SQLite knows.
--
-- Members, servers (guilds), channels and messages are Discord's ids, as text. Times are
-- milliseconds since 1970 in UTC, and so are spans of time. '' is "none" in texts. A flag is 0 or 1.
-- Few columns are indexed: SQLite writes whole pages, so each index that a change touches costs one.
-- No index is for rows WHERE a column that queries look for by a parameter = some text: SQLite would
-- prepare such a query again for each parameter.

-- Matches: match.Record. A field that a query looks for, or that changes without a new version, has a
-- column. All others are in the text, so a new one needs no migration.
CREATE TABLE matches (
    id             TEXT   NOT NULL PRIMARY KEY,
    version        BIGINT NOT NULL,  -- grows by 1 with every change that players make
    record         TEXT   NOT NULL,  -- JSON: what has no column

    owner          TEXT   NOT NULL,  -- the member who began it
    x_member       TEXT   NOT NULL,  -- who plays X, '' for the computer and an empty seat
    x_level        TEXT   NOT NULL,  -- the computer's level, '' for a member
    o_member       TEXT   NOT NULL,  -- who plays O
    o_level        TEXT   NOT NULL,  -- the computer's level
    variant        TEXT   NOT NULL,  -- ultimate, classic 3
    status         TEXT   NOT NULL,  -- challenge, playing, over
    winner         TEXT   NOT NULL,  -- x, o
    reason         TEXT   NOT NULL,  -- how it ended: line, resignation ...
    given          TEXT   NOT NULL,  -- moves of another game that it goes on from: e5 d4 a1
    guild          TEXT   NOT NULL,  -- the server
    created        BIGINT NOT NULL,  -- when it was begun

    -- These change without a new version.
    channel        TEXT   NOT NULL,  -- where it is played, perhaps a thread
    parent         TEXT   NOT NULL,  -- the channel above the thread
    thread         TEXT   NOT NULL,  -- the stage of its thread: wanted, opening, open, closed
    message        TEXT   NOT NULL,  -- the message that shows it
    mirror         TEXT   NOT NULL,  -- the second board of a match between teams, '0' if it could not be posted
    ping           TEXT   NOT NULL,  -- JSON: what the player to move was told, match.Ping
    votes          BIGINT NOT NULL,  -- how often somebody has voted

    -- These follow from the others.
    host           TEXT   NOT NULL,  -- the owner, if the owner has no seat: of teams, and of two computers
    ended          BIGINT,           -- when it ended, NULL until it is over
    due            BIGINT,           -- when the bot must act, NULL for never
    computer_since BIGINT,           -- since when the computer is to move, NULL if it is not
    kept           BIGINT,           -- when it ended, NULL unless its server may have its moves dropped
    moved          BIGINT NOT NULL,  -- flag: it has a move
    hill_won       BIGINT NOT NULL,  -- games in a row that the player who stays on the hill has won
    queued         BIGINT NOT NULL   -- how many members wait to play the winner
);
CREATE INDEX matches_open_channel  ON matches (channel, created) WHERE status <> 'over';
CREATE INDEX matches_open_parent   ON matches (parent, created) WHERE status <> 'over' AND parent <> '';
CREATE INDEX matches_open_x        ON matches (x_member) WHERE status <> 'over' AND x_member <> '';
CREATE INDEX matches_open_o        ON matches (o_member) WHERE status <> 'over' AND o_member <> '';
CREATE INDEX matches_open_host     ON matches (host) WHERE status <> 'over' AND host <> '';
CREATE INDEX matches_open_guild    ON matches (guild) WHERE status <> 'over' AND guild <> '';
CREATE INDEX matches_ended_channel ON matches (channel, ended) WHERE ended IS NOT NULL;
CREATE INDEX matches_ended_x       ON matches (x_member, ended) WHERE ended IS NOT NULL AND x_member <> '';
CREATE INDEX matches_ended_o       ON matches (o_member, ended) WHERE ended IS NOT NULL AND o_member <> '';
CREATE INDEX matches_ended_host    ON matches (host, ended) WHERE ended IS NOT NULL AND host <> '';
CREATE INDEX matches_over_guild    ON matches (guild, id) WHERE status = 'over' AND guild <> '';
CREATE INDEX matches_computer      ON matches (computer_since) WHERE computer_since IS NOT NULL;
CREATE INDEX matches_due           ON matches (due, id) WHERE due IS NOT NULL;
CREATE INDEX matches_hills         ON matches (guild, hill_won) WHERE hill_won > 2;
CREATE INDEX matches_queues        ON matches (created, id) WHERE queued > 0;
CREATE INDEX matches_kept          ON matches (guild, kept) WHERE kept IS NOT NULL;

-- Votes of members: on the moves of a team, and on how a match of two computers ends.
CREATE TABLE votes (
    match_id TEXT   NOT NULL,  -- the match
    turn     BIGINT NOT NULL,  -- the number of the move from 1, 0 for how the match ends
    member   TEXT   NOT NULL,  -- who votes
    choice   TEXT   NOT NULL,  -- a square, or x, o, draw
    number   BIGINT NOT NULL,  -- matches.votes with this vote
    PRIMARY KEY (match_id, turn, member)
);
CREATE INDEX votes_member ON votes (member);

-- Interactions that were carried out, for about an hour, so that each is carried out once.
CREATE TABLE idempotency_keys (
    key      TEXT   NOT NULL PRIMARY KEY,  -- an interaction's id
    match_id TEXT   NOT NULL,              -- the match, or the tournament, that it changed
    noted    BIGINT NOT NULL               -- when
) WITHOUT ROWID;

-- What members have chosen: match.Member.
CREATE TABLE members (
    id       TEXT NOT NULL PRIMARY KEY,  -- the member
    settings TEXT NOT NULL               -- JSON
);

-- What was chosen for servers: match.Server.
CREATE TABLE servers (
    id            TEXT   NOT NULL PRIMARY KEY,  -- the server
    settings      TEXT   NOT NULL,              -- JSON
    daily_hour    BIGINT,                       -- the hour at which the daily puzzle is posted, NULL for never
    daily_day     BIGINT NOT NULL DEFAULT 0,    -- the last day whose puzzle was posted
    daily_claimed BIGINT,                       -- since when a process posts that of a later day
    keep_days     BIGINT NOT NULL DEFAULT 0,    -- days for which moves are kept, 0 for ever
    gives_roles   BIGINT NOT NULL DEFAULT 0     -- flag: it has chosen a role for its best
);
CREATE INDEX servers_daily ON servers (daily_day, daily_hour, id) WHERE daily_hour IS NOT NULL;
CREATE INDEX servers_keep  ON servers (keep_days) WHERE keep_days > 0;
CREATE INDEX servers_roles ON servers (id) WHERE gives_roles > 0;

-- The members whom the bot gives roles: store.Wearer.
CREATE TABLE wearers (
    guild  TEXT   NOT NULL,  -- the server
    role   TEXT   NOT NULL,  -- the role
    member TEXT   NOT NULL,  -- who wears it
    state  TEXT   NOT NULL,  -- giving, worn, refused, gone, stuck
    since  BIGINT NOT NULL,  -- since when it is in this state
    PRIMARY KEY (guild, role, member)
) WITHOUT ROWID;
CREATE INDEX wearers_member ON wearers (member);

-- The servers that the bot is in, and those that have removed it.
CREATE TABLE guilds (
    id      TEXT   NOT NULL PRIMARY KEY,  -- the server
    removed BIGINT                        -- when it removed the bot, NULL while the bot is there
);
CREATE INDEX guilds_removed ON guilds (removed, id) WHERE removed IS NOT NULL;

-- What counted games were for their members: profile.Result, in the order of counting. Ratings are
-- in hundredths of a point, volatilities in millionths, and 0 where the game was not rated.
CREATE TABLE results (
    seq                 INTEGER PRIMARY KEY,  -- the order of counting
    match_id            TEXT   NOT NULL,      -- the game
    side                TEXT   NOT NULL,      -- the member's: x, o
    member              TEXT   NOT NULL,      -- whose result it is
    opponent            TEXT   NOT NULL,      -- the other member, '' for the computer
    level               TEXT   NOT NULL,      -- the computer's level
    guild               TEXT   NOT NULL,      -- the server
    variant             TEXT   NOT NULL,      -- ultimate, classic 3
    pool                TEXT   NOT NULL,      -- the pool of ratings
    score               BIGINT NOT NULL,      -- 0 lost, 1 drawn, 2 won
    verdict             TEXT   NOT NULL,      -- rated, or why not
    ended               BIGINT NOT NULL,      -- when the game ended
    value               BIGINT NOT NULL,      -- the member's rating before the game
    deviation           BIGINT NOT NULL,      -- its deviation
    volatility          BIGINT NOT NULL,      -- its volatility
    since               BIGINT,               -- its time, NULL before the first game
    opponent_value      BIGINT NOT NULL,      -- the opponent's rating before the game
    opponent_deviation  BIGINT NOT NULL,      -- its deviation
    opponent_volatility BIGINT NOT NULL,      -- its volatility
    opponent_since      BIGINT,               -- its time
    new_value           BIGINT NOT NULL,      -- the member's rating after the game
    new_deviation       BIGINT NOT NULL,      -- its deviation
    new_volatility      BIGINT NOT NULL,      -- its volatility
    new_since           BIGINT,               -- its time
    game_key            TEXT   NOT NULL,      -- equal for the same game against the computer: profile.Game.Key
    UNIQUE (match_id, side)                   -- a game is counted once
);
CREATE INDEX results_member ON results (member, pool, ended) WHERE verdict = 'rated';
CREATE INDEX results_season ON results (guild, pool, ended) WHERE guild <> '' AND opponent <> '' AND verdict = 'rated';
CREATE INDEX results_game   ON results (member, game_key) WHERE game_key <> '' AND verdict = 'rated';

-- Where members stand: profile.Standing.
CREATE TABLE ratings (
    member      TEXT   NOT NULL,  -- the member
    pool        TEXT   NOT NULL,  -- the pool of ratings
    value       BIGINT NOT NULL,  -- the rating, in hundredths of a point
    deviation   BIGINT NOT NULL,  -- its deviation
    volatility  BIGINT NOT NULL,  -- its volatility, in millionths
    since       BIGINT,           -- the end of the last rated game
    wins        BIGINT NOT NULL,  -- rated games won
    draws       BIGINT NOT NULL,  -- rated games drawn
    losses      BIGINT NOT NULL,  -- rated games lost
    streak      BIGINT NOT NULL,  -- games won in a row; below 0, lost
    longest     BIGINT NOT NULL,  -- the longest row of games won
    peak        BIGINT NOT NULL,  -- the highest rating, in points
    best_match  TEXT   NOT NULL,  -- the best win
    best_member TEXT   NOT NULL,  -- against whom
    best_level  TEXT   NOT NULL,  -- against which level of the computer
    best_points BIGINT NOT NULL,  -- the opponent's rating then, in points
    best_at     BIGINT,           -- when
    PRIMARY KEY (member, pool)
) WITHOUT ROWID;

-- How many games members have won, drawn and lost: profile.Tally.
CREATE TABLE tallies (
    member  TEXT   NOT NULL,  -- the member
    kind    TEXT   NOT NULL,  -- of which games: all, record (against a level or members), opening, against (a member)
    variant TEXT   NOT NULL,  -- '' for any
    key     TEXT   NOT NULL,  -- the level, the first move, or the other member
    wins    BIGINT NOT NULL,  -- games won
    draws   BIGINT NOT NULL,  -- games drawn
    losses  BIGINT NOT NULL,  -- games lost
    PRIMARY KEY (member, kind, variant, key)
) WITHOUT ROWID;

-- Achievements of members: profile.Earned.
CREATE TABLE achievements (
    member   TEXT   NOT NULL,  -- the member
    name     TEXT   NOT NULL,  -- the achievement
    match_id TEXT   NOT NULL,  -- the match that earned it, '' for none
    at       BIGINT NOT NULL,  -- when
    PRIMARY KEY (member, name)
) WITHOUT ROWID;
CREATE INDEX achievements_champion ON achievements (member) WHERE name = 'beat_champion';

-- The leaderboards: a row for each server in which a member has played a rated game of the pool,
-- and one with guild '' for all servers. All rows of a member and pool have the same rating.
CREATE TABLE standings (
    member      TEXT   NOT NULL,  -- the member
    pool        TEXT   NOT NULL,  -- the pool of ratings
    guild       TEXT   NOT NULL,  -- the server, '' for all
    value       BIGINT NOT NULL,  -- the rating, in hundredths of a point
    provisional BIGINT NOT NULL,  -- after the last game: 0 certain, 1 provisional, 2 in the placement
    last        BIGINT NOT NULL,  -- the end of the last rated game
    away        BIGINT NOT NULL,  -- flag: the member has left the server
    unlisted    BIGINT NOT NULL,  -- flag: the member wants no place
    PRIMARY KEY (member, pool, guild)
) WITHOUT ROWID;
CREATE INDEX standings_places ON standings (guild, pool, provisional, value DESC, member) WHERE away = 0 AND unlisted = 0;
CREATE INDEX standings_recent ON standings (guild, pool, last, provisional, value, member) WHERE away = 0 AND unlisted = 0;

-- How many places each part of a leaderboard has, so that no query counts them all.
CREATE TABLE board_parts (
    guild  TEXT   NOT NULL,  -- the leaderboard's server, '' for all
    pool   TEXT   NOT NULL,  -- its pool
    part   BIGINT NOT NULL,  -- ten points wide; the first has the most points, provisional places come last
    places BIGINT NOT NULL,  -- how many places are in it
    PRIMARY KEY (guild, pool, part)
) WITHOUT ROWID;

-- Tournaments: tournament.Record.
CREATE TABLE tournaments (
    id       TEXT   NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,  -- grows by 1 with every change
    guild    TEXT   NOT NULL,  -- the server
    open_in  TEXT,             -- the channel, NULL when it is over: a channel has one open tournament
    due      BIGINT,           -- when the bot must act, NULL for never
    record   TEXT   NOT NULL   -- JSON
);
CREATE UNIQUE INDEX tournaments_open ON tournaments (open_in);
CREATE INDEX tournaments_due ON tournaments (due, id) WHERE due IS NOT NULL;

-- Who plays in tournaments, or organizes them.
CREATE TABLE tournament_members (
    member     TEXT NOT NULL,  -- the member
    tournament TEXT NOT NULL,  -- the tournament
    PRIMARY KEY (member, tournament)
);
CREATE INDEX tournament_members_of ON tournament_members (tournament);

-- What the engine found in games. A review is kept by its game, whoever played it, and names no members.
CREATE TABLE reviews (
    game    TEXT   NOT NULL PRIMARY KEY,  -- store.Game.Key
    variant TEXT   NOT NULL,              -- ultimate, classic 3
    begins  TEXT   NOT NULL,              -- who made the first move: x, o
    moves   TEXT   NOT NULL,              -- e5 d4 a1
    version TEXT   NOT NULL,              -- the version of the engine, '' while there is no review
    review  TEXT   NOT NULL,              -- JSON
    changed BIGINT NOT NULL,              -- when it was made or asked for
    until   BIGINT                        -- when it may be deleted, NULL for never
);
CREATE INDEX reviews_until ON reviews (until) WHERE until IS NOT NULL;

-- Reviews that were shown to everybody.
CREATE TABLE review_shares (
    game    TEXT   NOT NULL,  -- store.Game.Key
    channel TEXT   NOT NULL,  -- where
    shared  BIGINT NOT NULL,  -- when last
    PRIMARY KEY (game, channel)
);
CREATE INDEX review_shares_shared ON review_shares (shared);

-- How members solve puzzles: solving.Record.
CREATE TABLE puzzlers (
    member   TEXT   NOT NULL PRIMARY KEY,  -- the member
    revision BIGINT NOT NULL,              -- grows by 1 with every change
    record   TEXT   NOT NULL               -- JSON
) WITHOUT ROWID;

-- The ratings of puzzles that members have tried.
CREATE TABLE puzzle_ratings (
    puzzle     TEXT   NOT NULL PRIMARY KEY,  -- its id
    value      BIGINT NOT NULL,              -- the rating, in hundredths of a point
    deviation  BIGINT NOT NULL,              -- its deviation
    volatility BIGINT NOT NULL,              -- its volatility, in millionths
    since      BIGINT,                       -- when it was tried last
    tries      BIGINT NOT NULL,              -- tries that counted
    solved     BIGINT NOT NULL               -- of these, right ones
) WITHOUT ROWID;

-- How members solved the puzzles of days.
CREATE TABLE dailies (
    member TEXT   NOT NULL,  -- the member
    day    BIGINT NOT NULL,  -- days since 1970-01-01
    tries  TEXT   NOT NULL,  -- a letter each: g right, y close, b wrong
    done   BIGINT NOT NULL,  -- flag: solved, or no try is left
    points BIGINT NOT NULL,  -- 0 if not solved
    took   BIGINT NOT NULL,  -- the span from the first look to the end
    PRIMARY KEY (member, day)
) WITHOUT ROWID;

-- Who is in the daily puzzle's table of a server: members who have asked for the puzzle there.
CREATE TABLE daily_tables (
    guild    TEXT   NOT NULL,  -- the server
    day      BIGINT NOT NULL,  -- days since 1970-01-01
    member   TEXT   NOT NULL,  -- the member
    unlisted BIGINT NOT NULL,  -- flag: the member wants no place
    PRIMARY KEY (guild, day, member)
) WITHOUT ROWID;
CREATE INDEX daily_tables_member ON daily_tables (member);

-- Counters of daily limits that outlive the data of a forgotten member, for a day.
CREATE TABLE traces (
    key TEXT   NOT NULL,  -- a keyed hash, which names nobody
    at  BIGINT NOT NULL,  -- when the counted thing happened
    n   BIGINT NOT NULL,  -- how often
    PRIMARY KEY (key, at)
);
CREATE INDEX traces_at ON traces (at);

-- The secret of those hashes.
CREATE TABLE trace_secret (
    id     BIGINT NOT NULL PRIMARY KEY,  -- 1: there is one row
    secret TEXT   NOT NULL               -- in hexadecimal digits
);

-- Gateway sessions that the next process resumes.
CREATE TABLE gateway_sessions (
    total      BIGINT NOT NULL,  -- shards of the whole bot
    shard      BIGINT NOT NULL,  -- the shard
    session    TEXT   NOT NULL,  -- Discord's id for it; worth nothing without the token
    resume_url TEXT   NOT NULL,  -- where Discord wants it resumed
    sequence   BIGINT NOT NULL,  -- the last dispatch before which all were handled
    clock_lead BIGINT NOT NULL,  -- span by which this machine's clock is ahead: store.Session
    saved      BIGINT NOT NULL,  -- when
    PRIMARY KEY (total, shard)
);

-- Who held a shard last, so that nobody takes it too soon from a process that has only lost its
-- connection. PostgreSQL's advisory locks say who holds it.
CREATE TABLE gateway_holders (
    total  BIGINT NOT NULL,  -- shards of the whole bot
    shard  BIGINT NOT NULL,  -- the shard
    holder TEXT   NOT NULL,  -- the process, '' when it has given the shard up
    taken  BIGINT NOT NULL,  -- how often the shard was taken
    PRIMARY KEY (total, shard)
);

-- When shards may identify next: of those that share a bucket, one at a time.
CREATE TABLE gateway_turns (
    bucket  BIGINT NOT NULL PRIMARY KEY,  -- the bucket
    free_at BIGINT NOT NULL               -- when, by the database's clock
);
