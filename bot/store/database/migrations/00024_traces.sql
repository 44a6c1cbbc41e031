-- Counters of daily limits that outlive the data of a forgotten member, for a day. They name nobody: a key is a
-- keyed hash.

CREATE TABLE traces (
    key TEXT   NOT NULL,
    at  BIGINT NOT NULL, -- when what is counted happened
    n   BIGINT NOT NULL,
    PRIMARY KEY (key, at)
);
CREATE INDEX traces_at ON traces (at);

-- The secret that keys are made with, in hexadecimal digits: one row.
CREATE TABLE trace_secret (
    id     BIGINT NOT NULL PRIMARY KEY,
    secret TEXT   NOT NULL
);
