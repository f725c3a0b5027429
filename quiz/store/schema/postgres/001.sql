-- The first schema for a server that several programs share. A log is only ever
-- added to: triggers refuse the rest, except while a match is deleted for good.
CREATE TABLE matches (
  id    text COLLATE "C" PRIMARY KEY,
  match text NOT NULL, -- JSON, see store.Match
  hash  text NOT NULL  -- the chain begins with it
);

CREATE TABLE events (
  match  text COLLATE "C" NOT NULL REFERENCES matches (id),
  seq    integer NOT NULL,
  author text NOT NULL, -- JSON, see referee.Author; "" is the command line
  op     text,          -- made by the author: the same one is a retry
  json   text NOT NULL, -- see store.Entry
  hash   text NOT NULL,
  PRIMARY KEY (match, seq),
  UNIQUE (match, author, op)
);

-- How far each log goes, so that entries at its end cannot vanish unnoticed.
-- Whoever adds to a log holds this row.
CREATE TABLE ends (
  match text COLLATE "C" PRIMARY KEY REFERENCES matches (id),
  seq   integer NOT NULL, -- of the last entry, 0 before the first
  hash  text NOT NULL,    -- of the last entry, or of the match
  at    text NOT NULL     -- of the last entry, or "" before the first
);

CREATE TABLE passes (
  hash  text PRIMARY KEY, -- of the token a device keeps, SHA-256 in hex
  match text COLLATE "C" NOT NULL REFERENCES matches (id),
  role  text NOT NULL,
  seat  text NOT NULL,    -- "" for whoever has none
  n     integer NOT NULL, -- tells devices with one role apart
  made  text NOT NULL
);

CREATE INDEX passes_match ON passes (match);

CREATE TABLE aliases (
  match text COLLATE "C" NOT NULL REFERENCES matches (id),
  seat  text NOT NULL,
  alias text NOT NULL,
  PRIMARY KEY (match, seat)
);

CREATE TABLE notes (
  name    text COLLATE "C" PRIMARY KEY,
  json    text NOT NULL,
  version bigint NOT NULL -- never the same twice
);

CREATE SEQUENCE note_versions;

CREATE FUNCTION stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% are never changed', TG_TABLE_NAME;
END $$;

CREATE FUNCTION remains() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF current_setting('kitpress.deleting', true) IS DISTINCT FROM OLD.match THEN
    RAISE EXCEPTION 'a log is never cut';
  END IF;
  RETURN OLD;
END $$;

CREATE TRIGGER events_stay BEFORE UPDATE ON events FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER matches_stay BEFORE UPDATE ON matches FOR EACH ROW EXECUTE FUNCTION stays();
CREATE TRIGGER events_remain BEFORE DELETE ON events FOR EACH ROW EXECUTE FUNCTION remains();
