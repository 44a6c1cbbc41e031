-- The servers that the bot is in, and those that have removed it: since when.
CREATE TABLE guilds (
    id      TEXT   NOT NULL PRIMARY KEY,
    removed BIGINT                        -- NULL while the bot is there
);
CREATE INDEX guilds_removed ON guilds (removed, id) WHERE removed IS NOT NULL;

-- What a server that is forgotten has to be taken out of.
CREATE INDEX matches_over_guild ON matches (guild, id) WHERE status = 'over' AND guild <> '';
