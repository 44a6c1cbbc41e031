-- What the gateway's shards leave to the next process, and how processes share
-- them. The same text serves SQLite and PostgreSQL. Times are milliseconds since
-- 1970 in UTC, by the database's own clock where processes are compared.

CREATE TABLE gateway_sessions (
    total      BIGINT NOT NULL,  -- shards of the whole bot
    shard      BIGINT NOT NULL,
    session    TEXT   NOT NULL,  -- Discord's id for it; worth nothing without the token
    resume_url TEXT   NOT NULL,
    sequence   BIGINT NOT NULL,  -- of the last dispatch before which all were dealt with
    clock_lead BIGINT NOT NULL,  -- milliseconds: see store.Session
    saved      BIGINT NOT NULL,
    PRIMARY KEY (total, shard)
);

-- A process keeps all its shards on one lease, and so renews one row.
CREATE TABLE gateway_processes (
    owner TEXT   NOT NULL PRIMARY KEY,
    total BIGINT NOT NULL,
    ends  BIGINT NOT NULL   -- the lease
);
CREATE TABLE gateway_shards (
    total BIGINT NOT NULL,
    shard BIGINT NOT NULL,
    owner TEXT   NOT NULL,
    PRIMARY KEY (total, shard)
);

-- Of the shards that share a bucket one may identify at a time.
CREATE TABLE gateway_turns (
    bucket  BIGINT NOT NULL PRIMARY KEY,
    free_at BIGINT NOT NULL
);
