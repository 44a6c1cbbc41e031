-- Tournaments, each as one JSON text: tournament.Record. What a query looks for has a column
-- of its own beside the text.

CREATE TABLE tournaments (
    id       TEXT   NOT NULL PRIMARY KEY,
    revision BIGINT NOT NULL,
    guild    TEXT   NOT NULL,
    open_in  TEXT,            -- the channel, NULL when it is over: one is open in a channel at a time
    due      BIGINT,          -- from when on somebody is to look after it; NULL for never
    record   TEXT   NOT NULL
);
CREATE UNIQUE INDEX tournaments_open ON tournaments (open_in);
CREATE INDEX tournaments_due ON tournaments (due, id) WHERE due IS NOT NULL;

-- Who plays in them, or organises them.
CREATE TABLE tournament_members (
    member     TEXT NOT NULL,
    tournament TEXT NOT NULL,
    PRIMARY KEY (member, tournament)
);
CREATE INDEX tournament_members_of ON tournament_members (tournament);

ALTER TABLE matches ADD COLUMN tournament  TEXT   NOT NULL DEFAULT ''; -- the tournament that it is of, '' for none
ALTER TABLE matches ADD COLUMN first_clock BIGINT NOT NULL DEFAULT 0;  -- for the first move of each, where the clock gives less
