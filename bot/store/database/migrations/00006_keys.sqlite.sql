-- The causes of changes become what they are for. In SQLite they become a single
-- tree without an index of the times, as every page that a change touches is written.

CREATE TABLE idempotency_keys (
    key      TEXT   NOT NULL PRIMARY KEY,
    match_id TEXT   NOT NULL,
    noted    BIGINT NOT NULL
) WITHOUT ROWID;
INSERT INTO idempotency_keys SELECT cause, match_id, noted FROM causes;
DROP TABLE causes;
