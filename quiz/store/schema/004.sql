-- Who entered a record is a field of the record. Until now it stood before the
-- operation: "seat.red/roll-1", "referee.2/roll-1". Operations of the command
-- line have nobody before them. Hashes cover both as they always did.
ALTER TABLE events RENAME TO before;

CREATE TABLE events (
  match  TEXT NOT NULL REFERENCES matches (id),
  seq    INTEGER NOT NULL,
  at     TEXT NOT NULL,
  author TEXT NOT NULL, -- JSON, see referee.Author; "" is the command line
  op     TEXT,          -- made by the author: the same one is a retry
  seat   TEXT NOT NULL,
  kind   TEXT NOT NULL, -- the verb, "undo"
  json   TEXT NOT NULL, -- see store.Entry
  hash   TEXT NOT NULL,
  PRIMARY KEY (match, seq),
  UNIQUE (match, author, op)
) STRICT, WITHOUT ROWID;

WITH parts AS (
  SELECT *, substr(op, 1, instr(op, '/') - 1) AS who, substr(op, instr(op, '/') + 1) AS own FROM before
), authors AS (
  SELECT *, CASE
    WHEN who GLOB 'seat.?*' THEN json_object('role', 'seat', 'seat', substr(who, 6))
    WHEN who = 'referee.' || CAST(substr(who, 9) AS INTEGER) THEN json_object('role', 'referee', 'n', CAST(substr(who, 9) AS INTEGER))
  END AS author FROM parts
)
INSERT INTO events (match, seq, at, author, op, seat, kind, json, hash)
  SELECT match, seq, at, coalesce(author, ''), iif(author IS NULL, op, own), seat, kind,
    iif(author IS NULL, json, json_set(json, '$.record.op', own, '$.record.by', json(author))), hash
  FROM authors;

DROP TABLE before;

CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'a log is never changed'); END;

CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deleting WHERE match = OLD.match)
BEGIN SELECT RAISE(ABORT, 'a log is never cut'); END
