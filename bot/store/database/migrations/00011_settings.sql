-- What members have chosen, and what was chosen for servers, as one JSON text each: it is
-- read and written whole and by id alone. The names in it are those of match.Member and
-- match.Server. What a query looks for gets a column of its own beside the text.

ALTER TABLE members ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
UPDATE members SET settings = '{"no_reminders":true,"no_turn_pings":true}' WHERE no_pings <> 0;
ALTER TABLE members DROP COLUMN no_pings;

CREATE TABLE servers (
    id       TEXT NOT NULL PRIMARY KEY,
    settings TEXT NOT NULL
);
