-- The tables of the bot, for both databases. For PostgreSQL, migrate.go replaces the two phrases
-- WITHOUT ROWID and INTEGER PRIMARY KEY, which only SQLite knows.
--
-- Members, servers (guilds), channels and messages are stored as Discord's ids, in texts. Times are in
-- milliseconds since 1970 in UTC. Durations are in milliseconds. The text '' means "none". A flag is
-- 0 or 1. Few columns are indexed: SQLite writes whole pages, so each index that a change touches
-- costs a page. No index has a condition (WHERE) that compares a column with a constant if queries
-- compare this column with a parameter in the same way: SQLite would prepare such a query again for
-- each value of the parameter (TestNoQueryIsPreparedAgain).

-- Matches: match.Record. A field has a column if a query looks for it, or if it changes without a new
-- version of the match. All other fields are in the JSON text, so a new field needs no migration.
CREATE TABLE matches (
    id             TEXT   NOT NULL PRIMARY KEY,
    version        BIGINT NOT NULL,  -- grows by 1 with every change that players make
    record         TEXT   NOT NULL,  -- JSON: the fields without a column

    owner          TEXT   NOT NULL,  -- the member who created the match
    x_member       TEXT   NOT NULL,  -- the member who plays X, '' for the computer, a team and an empty seat
    x_level        TEXT   NOT NULL,  -- the computer's level if it plays X, '' for a member
    o_member       TEXT   NOT NULL,  -- the member who plays O, '' for the computer, a team and an empty seat
    o_level        TEXT   NOT NULL,  -- the computer's level if it plays O, '' for a member
    variant        TEXT   NOT NULL,  -- such as ultimate or classic 3
    status         TEXT   NOT NULL,  -- challenge, playing, over
    winner         TEXT   NOT NULL,  -- x, o, '' for none
    reason         TEXT   NOT NULL,  -- why it ended, such as line or resignation
    given          TEXT   NOT NULL,  -- moves of another match, from whose position this one began, such as e5 d4 a1
    guild          TEXT   NOT NULL,  -- the server
    created        BIGINT NOT NULL,  -- when the match was created

    -- These columns change without a new version of the match.
    channel        TEXT   NOT NULL,  -- the channel or thread of the match
    parent         TEXT   NOT NULL,  -- the channel of the thread, '' without a thread
    thread         TEXT   NOT NULL,  -- the state of the thread: wanted, opening, open, closed
    message        TEXT   NOT NULL,  -- the message that shows the match
    mirror         TEXT   NOT NULL,  -- the message with the second board of a match between teams, '0' if it could not be posted
    ping           TEXT   NOT NULL,  -- JSON: the mentions of the player to move, match.Ping
    votes          BIGINT NOT NULL,  -- how many votes were ever cast or changed: match.Votes.Cast

    -- These columns are computed from the record, for indexes.
    host           TEXT   NOT NULL,  -- the owner if they have no seat: in a match with a team or between two computers
    ended          BIGINT,           -- when the match ended, NULL while it is not over
    due            BIGINT,           -- when the bot must next act on the match, NULL for never
    computer_since BIGINT,           -- since when the match waits for the computer's move, NULL if it does not
    kept           BIGINT,           -- when the match ended, NULL if there are no moves to delete for its server
    stranded       BIGINT NOT NULL,  -- flag: the match cannot go on where it is, and counts towards no limit
    moved          BIGINT NOT NULL,  -- flag: a move was made
    hill_won       BIGINT NOT NULL,  -- winning streak of the player who stays on the hill
    queued         BIGINT NOT NULL   -- how many members wait in the queue to play the winner
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
CREATE INDEX matches_undecided     ON matches (ended) WHERE ended IS NOT NULL AND reason IN ('aborted', 'declined', 'withdrawn', 'expired', 'abandoned');
CREATE INDEX matches_computer      ON matches (computer_since) WHERE computer_since IS NOT NULL;
CREATE INDEX matches_due           ON matches (due, id) WHERE due IS NOT NULL;
CREATE INDEX matches_hills         ON matches (guild, hill_won) WHERE hill_won > 2;
CREATE INDEX matches_queues        ON matches (created, id) WHERE queued > 0;
CREATE INDEX matches_kept          ON matches (guild, kept) WHERE kept IS NOT NULL;

-- Votes of members on the moves of their team, and on the end of matches between two computers.
CREATE TABLE votes (
    match_id TEXT   NOT NULL,  -- the match
    turn     BIGINT NOT NULL,  -- the number of the move, from 1; 0 for a vote on the end of the match
    member   TEXT   NOT NULL,  -- the member who votes
    choice   TEXT   NOT NULL,  -- a square; for the end of the match x, o or draw
    number   BIGINT NOT NULL,  -- the value of matches.votes after this vote; it orders the votes
    PRIMARY KEY (match_id, turn, member)
);
CREATE INDEX votes_member ON votes (member);

-- Idempotency keys: the interactions of about the last hour that have changed something.
CREATE TABLE idempotency_keys (
    key      TEXT   NOT NULL PRIMARY KEY,  -- an interaction's id
    match_id TEXT   NOT NULL,              -- the changed match; for a tournament, t/ and its id
    noted    BIGINT NOT NULL               -- when the key was stored
) WITHOUT ROWID;

-- The settings of members: match.Member.
CREATE TABLE members (
    id       TEXT NOT NULL PRIMARY KEY,  -- the member
    settings TEXT NOT NULL               -- JSON
);

-- The settings of servers: match.Server.
CREATE TABLE servers (
    id            TEXT   NOT NULL PRIMARY KEY,  -- the server
    settings      TEXT   NOT NULL,              -- JSON
    daily_hour    BIGINT,                       -- the hour (UTC) of the daily puzzle's post, NULL for no post
    daily_day     BIGINT NOT NULL DEFAULT 0,    -- the last day whose puzzle was posted
    daily_claimed BIGINT,                       -- when a process claimed the next post, NULL if none did
    keep_days     BIGINT NOT NULL DEFAULT 0,    -- how many days the moves of games are kept, 0 for ever
    gives_roles   BIGINT NOT NULL DEFAULT 0     -- flag: the server has chosen a role for the bot to give
);
CREATE INDEX servers_daily ON servers (daily_day, daily_hour, id) WHERE daily_hour IS NOT NULL;
CREATE INDEX servers_keep  ON servers (keep_days) WHERE keep_days > 0;
CREATE INDEX servers_roles ON servers (id) WHERE gives_roles > 0;

-- The members to whom the bot gives roles: store.Wearer.
CREATE TABLE wearers (
    guild  TEXT   NOT NULL,  -- the server
    role   TEXT   NOT NULL,  -- the role
    member TEXT   NOT NULL,  -- the member
    state  TEXT   NOT NULL,  -- giving, worn, refused, gone, stuck
    since  BIGINT NOT NULL,  -- since when the state is this one
    PRIMARY KEY (guild, role, member)
) WITHOUT ROWID;
CREATE INDEX wearers_member ON wearers (member);

-- The servers that the bot is in, and those that have removed the bot.
CREATE TABLE guilds (
    id      TEXT   NOT NULL PRIMARY KEY,  -- the server
    removed BIGINT                        -- when the server removed the bot, NULL while the bot is in it
);
CREATE INDEX guilds_removed ON guilds (removed, id) WHERE removed IS NOT NULL;

-- The results of games, one row for each member of a game: profile.MemberResult. Ratings and
-- deviations are in hundredths of a point, volatilities in millionths. They are 0 if the game was not
-- rated.
CREATE TABLE results (
    seq                 INTEGER PRIMARY KEY,  -- the order of counting
    match_id            TEXT   NOT NULL,      -- the game
    side                TEXT   NOT NULL,      -- the member's side: x, o
    member              TEXT   NOT NULL,      -- the member
    opponent            TEXT   NOT NULL,      -- the other member, '' for the computer
    level               TEXT   NOT NULL,      -- the computer's level, '' against a member
    guild               TEXT   NOT NULL,      -- the server
    variant             TEXT   NOT NULL,      -- such as ultimate or classic 3
    pool                TEXT   NOT NULL,      -- the pool of ratings
    score               BIGINT NOT NULL,      -- 0 lost, 1 drawn, 2 won
    verdict             TEXT   NOT NULL,      -- rated, or why the game is not rated: profile.Verdict
    ended               BIGINT NOT NULL,      -- when the game ended
    value               BIGINT NOT NULL,      -- the member's rating before the game
    deviation           BIGINT NOT NULL,      -- deviation of value
    volatility          BIGINT NOT NULL,      -- volatility of value
    since               BIGINT,               -- time of value, NULL before the first rated game
    opponent_value      BIGINT NOT NULL,      -- the opponent's rating before the game
    opponent_deviation  BIGINT NOT NULL,      -- deviation of opponent_value
    opponent_volatility BIGINT NOT NULL,      -- volatility of opponent_value
    opponent_since      BIGINT,               -- time of opponent_value
    new_value           BIGINT NOT NULL,      -- the member's rating after the game
    new_deviation       BIGINT NOT NULL,      -- deviation of new_value
    new_volatility      BIGINT NOT NULL,      -- volatility of new_value
    new_since           BIGINT,               -- time of new_value
    game_key            TEXT   NOT NULL,      -- the same for equal games against the computer: profile.FinishedGame.Key
    UNIQUE (match_id, side)                   -- a game is counted once
);
CREATE INDEX results_member ON results (member, pool, ended) WHERE verdict = 'rated';
CREATE INDEX results_season ON results (guild, pool, ended) WHERE guild <> '' AND opponent <> '' AND verdict = 'rated';
CREATE INDEX results_game   ON results (member, game_key) WHERE game_key <> '' AND verdict = 'rated';

-- Ratings and records of members in each pool: profile.Standing.
CREATE TABLE ratings (
    member      TEXT   NOT NULL,  -- the member
    pool        TEXT   NOT NULL,  -- the pool of ratings
    value       BIGINT NOT NULL,  -- the rating, in hundredths of a point
    deviation   BIGINT NOT NULL,  -- deviation of the rating, in hundredths of a point
    volatility  BIGINT NOT NULL,  -- volatility of the rating, in millionths
    since       BIGINT,           -- the end of the last rated game
    wins        BIGINT NOT NULL,  -- rated games won
    draws       BIGINT NOT NULL,  -- rated games drawn
    losses      BIGINT NOT NULL,  -- rated games lost
    streak      BIGINT NOT NULL,  -- rated games won in a row until now; negative for games lost in a row
    longest     BIGINT NOT NULL,  -- the longest winning streak
    peak        BIGINT NOT NULL,  -- the highest rating after a game, in points
    best_match  TEXT   NOT NULL,  -- the best win: the match
    best_member TEXT   NOT NULL,  -- the best win: the member who lost, '' for the computer
    best_level  TEXT   NOT NULL,  -- the best win: the level of the computer that lost
    best_points BIGINT NOT NULL,  -- the best win: the opponent's rating before the match, in points
    best_at     BIGINT,           -- the best win: when the match ended
    PRIMARY KEY (member, pool)
) WITHOUT ROWID;

-- How many games members have won, drawn and lost: profile.Tally.
CREATE TABLE tallies (
    member  TEXT   NOT NULL,  -- the member
    kind    TEXT   NOT NULL,  -- the kind of games: all, record (against a level or against members), opening, against (a member)
    variant TEXT   NOT NULL,  -- '' for all variants
    key     TEXT   NOT NULL,  -- the level, the first move, or the other member; it depends on kind
    wins    BIGINT NOT NULL,  -- games won
    draws   BIGINT NOT NULL,  -- games drawn
    losses  BIGINT NOT NULL,  -- games lost
    PRIMARY KEY (member, kind, variant, key)
) WITHOUT ROWID;

-- Achievements of members: profile.Earned.
CREATE TABLE achievements (
    member   TEXT   NOT NULL,  -- the member
    name     TEXT   NOT NULL,  -- the achievement
    match_id TEXT   NOT NULL,  -- the match that earned the achievement, '' for none
    at       BIGINT NOT NULL,  -- when the member earned it
    PRIMARY KEY (member, name)
) WITHOUT ROWID;
CREATE INDEX achievements_name ON achievements (name, member);

-- The leaderboards: a row for each server in which a member has played a rated game of the pool,
-- and one with guild '' for all servers. All rows of a member and pool have the same rating.
CREATE TABLE ranks (
    member      TEXT   NOT NULL,  -- the member
    pool        TEXT   NOT NULL,  -- the pool of ratings
    guild       TEXT   NOT NULL,  -- the server, '' for all
    value       BIGINT NOT NULL,  -- the rating, in hundredths of a point
    doubt       BIGINT NOT NULL,  -- how uncertain the rating is after the last game: 0 settled, 1 provisional, 2 during the placement
    last        BIGINT NOT NULL,  -- the end of the last rated game
    away        BIGINT NOT NULL,  -- flag: the member has left the server
    unlisted    BIGINT NOT NULL,  -- flag: the member does not want to be listed
    PRIMARY KEY (member, pool, guild)
) WITHOUT ROWID;
CREATE INDEX ranks_in_order ON ranks (guild, pool, doubt, value DESC, member) WHERE away = 0 AND unlisted = 0;
CREATE INDEX ranks_guild    ON ranks (guild) WHERE guild <> '';
CREATE INDEX ranks_recent   ON ranks (guild, pool, last, doubt, value, member) WHERE away = 0 AND unlisted = 0;

-- Tournaments: tournament.Record.
CREATE TABLE tournaments (
    id       TEXT   NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,  -- grows by 1 with every change
    guild    TEXT   NOT NULL,  -- the server
    open_in  TEXT,             -- the channel, NULL when the tournament is over; unique: a channel has at most one open tournament
    due      BIGINT,           -- when the bot must next act on the tournament, NULL for never
    record   TEXT   NOT NULL   -- JSON
);
CREATE UNIQUE INDEX tournaments_open ON tournaments (open_in);
CREATE INDEX tournaments_guild ON tournaments (guild);
CREATE INDEX tournaments_due ON tournaments (due, id) WHERE due IS NOT NULL;

-- The members who play in tournaments or organise them.
CREATE TABLE tournament_members (
    member     TEXT NOT NULL,  -- the member
    tournament TEXT NOT NULL,  -- the tournament
    PRIMARY KEY (member, tournament)
);
CREATE INDEX tournament_members_of ON tournament_members (tournament);

-- Reviews of games by the engine. The key of a review is the game's moves, so a review names no members.
CREATE TABLE reviews (
    game    TEXT   NOT NULL PRIMARY KEY,  -- store.ReviewedGame.Key
    variant TEXT   NOT NULL,              -- such as ultimate or classic 3
    begins  TEXT   NOT NULL,              -- the side that made the first move: x, o
    moves   TEXT   NOT NULL,              -- such as e5 d4 a1
    version TEXT   NOT NULL,              -- the version of the engine that made the review, '' while there is no review
    review  TEXT   NOT NULL,              -- JSON
    changed BIGINT NOT NULL,              -- when the review was made or requested
    until   BIGINT                        -- when the review may be deleted, NULL for never
);
CREATE INDEX reviews_until ON reviews (until) WHERE until IS NOT NULL;

-- When reviews were last shown to everybody in a channel.
CREATE TABLE review_shares (
    game    TEXT   NOT NULL,  -- store.ReviewedGame.Key
    channel TEXT   NOT NULL,  -- the channel
    shared  BIGINT NOT NULL,  -- when the review was last shown there
    PRIMARY KEY (game, channel)
);
CREATE INDEX review_shares_shared ON review_shares (shared);

-- The progress of members with puzzles: puzzle.Progress.
CREATE TABLE puzzlers (
    member   TEXT   NOT NULL PRIMARY KEY,  -- the member
    revision BIGINT NOT NULL,              -- grows by 1 with every change
    record   TEXT   NOT NULL               -- JSON
) WITHOUT ROWID;

-- The ratings of puzzles that members have tried.
CREATE TABLE puzzle_ratings (
    puzzle     TEXT   NOT NULL PRIMARY KEY,  -- the puzzle's id
    value      BIGINT NOT NULL,              -- the rating, in hundredths of a point
    deviation  BIGINT NOT NULL,              -- deviation of the rating, in hundredths of a point
    volatility BIGINT NOT NULL,              -- volatility of the rating, in millionths
    since      BIGINT,                       -- when the last rated try was made
    tries      BIGINT NOT NULL,              -- number of rated tries
    solved     BIGINT NOT NULL               -- how many of the rated tries were right
) WITHOUT ROWID;

-- The results of members in daily puzzles.
CREATE TABLE dailies (
    member TEXT   NOT NULL,  -- the member
    day    BIGINT NOT NULL,  -- days since 1970-01-01
    tries  TEXT   NOT NULL,  -- one letter for each try: g right, y close, b wrong
    done   BIGINT NOT NULL,  -- flag: the puzzle is solved, or no try is left
    points BIGINT NOT NULL,  -- points for the tables, 0 if not solved
    took   BIGINT NOT NULL,  -- duration from the first look at the puzzle to the end
    streak BIGINT NOT NULL,  -- the member's solved days in a row until this one, 0 if not solved
    PRIMARY KEY (member, day)
) WITHOUT ROWID;

-- The members in a server's table of the daily puzzle: those who have opened the puzzle there.
CREATE TABLE daily_tables (
    guild    TEXT   NOT NULL,  -- the server
    day      BIGINT NOT NULL,  -- days since 1970-01-01
    member   TEXT   NOT NULL,  -- the member
    unlisted BIGINT NOT NULL,  -- flag: the member does not want to be listed
    PRIMARY KEY (guild, day, member)
) WITHOUT ROWID;
CREATE INDEX daily_tables_member ON daily_tables (member);

-- The days on which somebody in a server has solved the daily puzzle, for the server's streak. They name no members, so
-- they stay when members leave.
CREATE TABLE daily_days (
    guild TEXT   NOT NULL,  -- the server
    day   BIGINT NOT NULL,  -- days since 1970-01-01
    PRIMARY KEY (guild, day)
) WITHOUT ROWID;

-- What limits need after a member's data was deleted: store.Trace.
CREATE TABLE traces (
    key     TEXT   NOT NULL,  -- a keyed hash, so that it names no member
    at      BIGINT NOT NULL,  -- when the counted event happened, or when its day began
    n       BIGINT NOT NULL,  -- how many events are counted
    until   BIGINT NOT NULL,  -- when the row is deleted
    remains TEXT   NOT NULL,  -- JSON of store.Remains, '' in counters
    PRIMARY KEY (key, at)
);
CREATE INDEX traces_until ON traces (until);

-- The secret of the keyed hashes in traces: store.TraceSecret.
CREATE TABLE trace_secret (
    id     BIGINT NOT NULL PRIMARY KEY,  -- always 1: the table has one row
    secret TEXT   NOT NULL               -- the secret in hexadecimal digits
);

-- Gateway sessions, which the next process resumes: store.Session.
CREATE TABLE gateway_sessions (
    total      BIGINT NOT NULL,  -- number of shards of the whole bot
    shard      BIGINT NOT NULL,  -- the shard
    session    TEXT   NOT NULL,  -- Discord's id of the session, useless without the bot's token
    resume_url TEXT   NOT NULL,  -- the URL for resuming the session, '' for any
    sequence   BIGINT NOT NULL,  -- all dispatches up to this sequence number were handled
    clock_lead BIGINT NOT NULL,  -- how far the machine's clock is ahead of Discord's, 0 if unknown
    saved      BIGINT NOT NULL,  -- when the session was saved
    PRIMARY KEY (total, shard)
);

-- The last holder of each shard, so that no process acquires a shard too soon from a holder that has
-- only lost its connection. The present holder is the process with PostgreSQL's advisory lock.
CREATE TABLE gateway_holders (
    total  BIGINT NOT NULL,  -- number of shards of the whole bot
    shard  BIGINT NOT NULL,  -- the shard
    holder TEXT   NOT NULL,  -- the process that held the shard last, '' if it has released the shard
    taken  BIGINT NOT NULL,  -- how often the shard was acquired
    PRIMARY KEY (total, shard)
);

-- Turns: of the shards with the same rate limit bucket, one may identify at a time. See Leases.AcquireTurn.
CREATE TABLE gateway_turns (
    bucket  BIGINT NOT NULL PRIMARY KEY,  -- the bucket
    free_at BIGINT NOT NULL               -- when the next turn may begin, by the database's clock
);
