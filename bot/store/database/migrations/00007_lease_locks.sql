-- Shards are held by advisory locks of PostgreSQL, which end with their connection.
-- A row says who held a shard last, so that nobody takes it too soon from a process
-- that has lost its connection alone.

DROP TABLE gateway_shards;
DROP TABLE gateway_processes;
CREATE TABLE gateway_holders (
    total  BIGINT NOT NULL,  -- shards of the whole bot
    shard  BIGINT NOT NULL,
    holder TEXT   NOT NULL,  -- the process, '' when it has given the shard up
    taken  BIGINT NOT NULL,  -- how often the shard was taken
    PRIMARY KEY (total, shard)
);
