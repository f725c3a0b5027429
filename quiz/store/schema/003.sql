-- How far each log goes, so that entries at its end cannot vanish unnoticed:
-- the chain of hashes alone does not say how long it is.
CREATE TABLE ends (
  match TEXT PRIMARY KEY REFERENCES matches (id),
  seq   INTEGER NOT NULL, -- of the last entry, 0 before the first
  hash  TEXT NOT NULL     -- of the last entry, or of the match
) STRICT, WITHOUT ROWID;

INSERT INTO ends (match, seq, hash)
  SELECT m.id,
    coalesce((SELECT max(seq) FROM events e WHERE e.match = m.id), 0),
    coalesce((SELECT hash FROM events e WHERE e.match = m.id ORDER BY seq DESC LIMIT 1), m.hash)
  FROM matches m
