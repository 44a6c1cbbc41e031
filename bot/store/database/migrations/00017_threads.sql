-- The open matches in the threads of a channel.

CREATE INDEX matches_open_parent ON matches (parent, created) WHERE status <> 'over' AND parent <> '';
