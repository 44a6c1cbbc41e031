-- What the engine found in a game, move by move: kept by the game itself, whoever played it and
-- whoever asks, so it tells nothing of members.

CREATE TABLE reviews (
    game    TEXT   NOT NULL PRIMARY KEY, -- store.Game.Key
    variant TEXT   NOT NULL,
    begins  TEXT   NOT NULL,
    moves   TEXT   NOT NULL,
    version TEXT   NOT NULL,             -- of the engine that made the review, '' while there is none
    review  TEXT   NOT NULL,             -- what it found, '' while there is none
    changed BIGINT NOT NULL
);

-- In which channels a review was shown to everybody, and when last.
CREATE TABLE review_shares (
    game    TEXT   NOT NULL,
    channel TEXT   NOT NULL,
    shared  BIGINT NOT NULL,
    PRIMARY KEY (game, channel)
);

ALTER TABLE matches ADD COLUMN given TEXT NOT NULL DEFAULT ''; -- the moves of another game that it goes on from
