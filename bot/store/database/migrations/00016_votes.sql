-- Members of a channel play as a team, which decides on its moves by vote, and members say
-- how a match between two computers will end.

ALTER TABLE matches ADD COLUMN x_team TEXT   NOT NULL DEFAULT ''; -- the channel of a team, '' for all others
ALTER TABLE matches ADD COLUMN o_team TEXT   NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN votes  BIGINT NOT NULL DEFAULT 0;  -- how often somebody has voted; grows with each vote

-- Where the other of two teams sees the match.
ALTER TABLE matches ADD COLUMN mirror_channel TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN mirror_message TEXT NOT NULL DEFAULT ''; -- '0' if it could not be posted

CREATE TABLE votes (
    match_id TEXT   NOT NULL,
    turn     BIGINT NOT NULL,  -- the number of the move from 1, 0 for how the match ends
    member   TEXT   NOT NULL,
    choice   TEXT   NOT NULL,  -- a square, or x, o, draw
    number   BIGINT NOT NULL,  -- the votes of the match with this one
    PRIMARY KEY (match_id, turn, member)
);
CREATE INDEX votes_member ON votes (member);
