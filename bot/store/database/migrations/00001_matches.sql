-- The matches and the causes of their changes. The same text serves SQLite and
-- PostgreSQL. Times are milliseconds since 1970 in UTC; '' is "none" in texts.

CREATE TABLE matches (
    id             TEXT   NOT NULL PRIMARY KEY,
    version        BIGINT NOT NULL,
    owner          TEXT   NOT NULL,  -- member
    x_member       TEXT   NOT NULL,  -- '' for the computer and for an empty seat
    x_level        TEXT   NOT NULL,  -- the computer's, '' for a member
    o_member       TEXT   NOT NULL,
    o_level        TEXT   NOT NULL,
    variant        TEXT   NOT NULL,  -- ultimate, classic 3
    first          TEXT   NOT NULL,  -- x, o, random
    clock          BIGINT NOT NULL,  -- milliseconds a move, 0 for none
    status         TEXT   NOT NULL,  -- challenge, playing, over
    begins         TEXT   NOT NULL,  -- x, o, ''
    moves          TEXT   NOT NULL,  -- e5 d4 a1
    draw_offer     TEXT   NOT NULL,  -- x, o, ''
    takeback_ask   TEXT   NOT NULL,  -- x, o, ''
    winner         TEXT   NOT NULL,  -- x, o, ''
    reason         TEXT   NOT NULL,  -- how it ended: line, resignation, ...
    guild          TEXT   NOT NULL,
    channel        TEXT   NOT NULL,
    locale         TEXT   NOT NULL,
    style          TEXT   NOT NULL,
    message        TEXT   NOT NULL,
    created        BIGINT NOT NULL,
    changed        BIGINT NOT NULL,
    deadline       BIGINT,           -- of the challenge or of the player to move
    computer_since BIGINT,           -- since when the computer is to move
    ended          BIGINT            -- NULL until the match is over
);

-- An ordinary move changes no column of these but deadline and computer_since,
-- and those only in matches with a clock and against the computer.
CREATE INDEX matches_open_channel  ON matches (channel, created) WHERE status <> 'over';
CREATE INDEX matches_open_x        ON matches (x_member) WHERE status <> 'over' AND x_member <> '';
CREATE INDEX matches_open_o        ON matches (o_member) WHERE status <> 'over' AND o_member <> '';
CREATE INDEX matches_open_watched  ON matches (owner) WHERE status <> 'over' AND x_member = '' AND o_member = '';
CREATE INDEX matches_open_guild    ON matches (guild) WHERE status <> 'over' AND guild <> '';
CREATE INDEX matches_ended_channel ON matches (channel, ended) WHERE ended IS NOT NULL;
CREATE INDEX matches_ended_x       ON matches (x_member, ended) WHERE ended IS NOT NULL AND x_member <> '';
CREATE INDEX matches_ended_o       ON matches (o_member, ended) WHERE ended IS NOT NULL AND o_member <> '';
CREATE INDEX matches_ended_watched ON matches (owner, ended) WHERE ended IS NOT NULL AND x_member = '' AND o_member = '';
CREATE INDEX matches_deadline      ON matches (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX matches_computer      ON matches (computer_since) WHERE computer_since IS NOT NULL;

-- What changes were made for, for about an hour: an interaction is carried out
-- once however often it is delivered.
CREATE TABLE causes (
    cause    TEXT   NOT NULL PRIMARY KEY,
    match_id TEXT   NOT NULL,
    noted    BIGINT NOT NULL
);
CREATE INDEX causes_noted ON causes (noted);
