-- The causes of changes become what they are for.

ALTER TABLE causes RENAME TO idempotency_keys;
ALTER TABLE idempotency_keys RENAME COLUMN cause TO key;
