-- Who may enter what, apart from the logs: no log names a device or a person,
-- so that all of this can go while a log stays as it is.
CREATE TABLE passes (
  hash  TEXT PRIMARY KEY, -- of the token a device keeps, SHA-256 in hex
  match TEXT NOT NULL REFERENCES matches (id),
  role  TEXT NOT NULL,
  seat  TEXT NOT NULL,    -- "" for whoever has none
  n     INTEGER NOT NULL, -- tells devices with one role apart
  made  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX passes_match ON passes (match);

CREATE TABLE aliases (
  match TEXT NOT NULL REFERENCES matches (id),
  seat  TEXT NOT NULL,
  alias TEXT NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
