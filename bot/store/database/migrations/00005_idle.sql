-- A match in which no clock runs ends when nobody touches it for 30 days, with a
-- warning a day before: until then its deadline is the time of the warning, 29 days
-- after the last change, rounded up to whole days of UTC.

ALTER TABLE matches ADD COLUMN warned BIGINT NOT NULL DEFAULT 0;  -- 1 from the warning to the next change
UPDATE matches SET deadline = (changed + 2505600000 + 86399999) / 86400000 * 86400000 WHERE status = 'playing' AND deadline IS NULL;
DROP INDEX matches_deadline;
CREATE INDEX matches_deadline ON matches (deadline, id) WHERE deadline IS NOT NULL; -- many have the same one
