-- How long the moves of finished games are kept.

ALTER TABLE matches ADD COLUMN dropped BIGINT NOT NULL DEFAULT 0;  -- moves after the first that are not kept any more
ALTER TABLE matches ADD COLUMN kept    BIGINT;                     -- its end, where a server may have its moves dropped; else NULL
UPDATE matches SET kept = ended WHERE ended IS NOT NULL AND guild <> '' AND moves LIKE '% %';
CREATE INDEX matches_kept ON matches (guild, kept) WHERE kept IS NOT NULL;

ALTER TABLE servers ADD COLUMN keep_days BIGINT NOT NULL DEFAULT 0; -- that of the settings: 0 for ever
CREATE INDEX servers_keep ON servers (keep_days) WHERE keep_days > 0;
