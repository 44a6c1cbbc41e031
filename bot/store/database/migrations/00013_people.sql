-- What the two players had chosen when the match began: the names of their marks, and how
-- they number squares. Whether it is played in quiet, without banter and mentions of turns.

ALTER TABLE matches ADD COLUMN x_marks TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN o_marks TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN x_keypad TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN o_keypad TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN quiet BIGINT NOT NULL DEFAULT 0;  -- 1 if so

-- A match may have a thread of its own: how far it is, and the channel that the thread is in.

ALTER TABLE matches ADD COLUMN thread TEXT NOT NULL DEFAULT '';
ALTER TABLE matches ADD COLUMN parent TEXT NOT NULL DEFAULT '';
