-- Which games against the computer are the same: profile.Game.Key, '' for none.

ALTER TABLE results ADD COLUMN game_key TEXT NOT NULL DEFAULT '';
CREATE INDEX results_game ON results (member, game_key) WHERE game_key <> '' AND verdict = 'rated';
