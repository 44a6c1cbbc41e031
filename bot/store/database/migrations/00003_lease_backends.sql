-- By what a process that has died is known before its lease has ended: the
-- server closes the connection over which it renewed the lease last.

ALTER TABLE gateway_processes ADD COLUMN backend BIGINT NOT NULL DEFAULT 0;       -- the server's process of that connection, 0 if unknown
ALTER TABLE gateway_processes ADD COLUMN backend_since BIGINT NOT NULL DEFAULT 0; -- when it began: process numbers are used again
ALTER TABLE gateway_processes ADD COLUMN renewed BIGINT NOT NULL DEFAULT 0;
