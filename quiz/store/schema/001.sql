-- The first schema. A log is only ever added to: triggers refuse the rest,
-- except while a match is deleted for good.
CREATE TABLE matches (
  id    TEXT PRIMARY KEY,
  match TEXT NOT NULL, -- JSON, see store.Match
  hash  TEXT NOT NULL  -- the chain begins with it
) STRICT, WITHOUT ROWID;

CREATE TABLE events (
  match TEXT NOT NULL REFERENCES matches (id),
  seq   INTEGER NOT NULL,
  at    TEXT NOT NULL,
  op    TEXT,          -- made by whoever entered it: the same one is a retry
  seat  TEXT NOT NULL,
  kind  TEXT NOT NULL, -- the verb, "undo"
  json  TEXT NOT NULL, -- see store.Entry
  hash  TEXT NOT NULL,
  PRIMARY KEY (match, seq),
  UNIQUE (match, op)
) STRICT, WITHOUT ROWID;

CREATE TABLE deleting (match TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'a log is never changed'); END;

CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deleting WHERE match = OLD.match)
BEGIN SELECT RAISE(ABORT, 'a log is never cut'); END;

CREATE TRIGGER matches_stay BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'a match is never changed'); END;
