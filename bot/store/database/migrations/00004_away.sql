-- Where the bot can edit a message only while an interaction's token lasts. Of the
-- matches that are there it is known of those outside servers.

ALTER TABLE matches ADD COLUMN away BIGINT NOT NULL DEFAULT 0;  -- 1 if so
UPDATE matches SET away = 1 WHERE guild = '';
