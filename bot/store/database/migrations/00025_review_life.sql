-- Reviews of games that somebody has pasted are kept for a while.

ALTER TABLE reviews ADD COLUMN until BIGINT; -- when it may be removed; NULL for never
CREATE INDEX reviews_until ON reviews (until) WHERE until IS NOT NULL;
CREATE INDEX review_shares_shared ON review_shares (shared);
