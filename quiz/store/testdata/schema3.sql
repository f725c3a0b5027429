-- A file of schema 3, as kitpress wrote it.
BEGIN TRANSACTION;
CREATE TABLE aliases (
  match TEXT NOT NULL REFERENCES matches (id),
  seat  TEXT NOT NULL,
  alias TEXT NOT NULL,
  PRIMARY KEY (match, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE deleting (match TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE ends (
  match TEXT PRIMARY KEY REFERENCES matches (id),
  seq   INTEGER NOT NULL, -- of the last entry, 0 before the first
  hash  TEXT NOT NULL     -- of the last entry, or of the match
) STRICT, WITHOUT ROWID;
INSERT INTO "ends" VALUES('29y966',6,'585b7c35765025ed46588cc058e31b642d87e1df618a97235af3661178637c34');
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
INSERT INTO "events" VALUES('29y966',1,'2026-11-23T14:12:53.129Z','referee.1/deal-1','','deal','{"at":"2026-11-23T14:12:53.129Z","record":{"seq":1,"op":"referee.1/deal-1","command":{"verb":"deal","args":{"threats":["phishing","malware","data-loss","ransomware"]}},"events":[{"kind":"dealt","args":{"threats":["phishing","malware","data-loss","ransomware"]}},{"kind":"turn","seat":"red"}]},"hash":"cfa905d8dba11263743394d8c4b04b86829f29251aec58da7f0548ad2c3dfd14"}','cfa905d8dba11263743394d8c4b04b86829f29251aec58da7f0548ad2c3dfd14');
INSERT INTO "events" VALUES('29y966',2,'2026-11-23T14:12:53.137Z','seat.red/roll-1','red','roll','{"at":"2026-11-23T14:12:53.137Z","record":{"seq":2,"op":"seat.red/roll-1","command":{"verb":"roll","seat":"red","args":{"dice":["INF","SYS","NET","BEH"]}},"events":[{"kind":"rolled","seat":"red","args":{"dice":["INF","SYS","NET","BEH"]}}]},"hash":"80fa0750dc0591ed41311dbaf5b582c0fe7b61fd92021aacd0e2e7b223031689"}','80fa0750dc0591ed41311dbaf5b582c0fe7b61fd92021aacd0e2e7b223031689');
INSERT INTO "events" VALUES('29y966',3,'2026-11-23T14:12:53.144Z','seat.red/undo-1','','undo','{"at":"2026-11-23T14:12:53.144Z","record":{"seq":3,"op":"seat.red/undo-1","command":{"verb":""},"undoes":2},"hash":"a7b723efd8c525a9564c9d70023a4898ddab270718dfd86c7da81a21c9208e13"}','a7b723efd8c525a9564c9d70023a4898ddab270718dfd86c7da81a21c9208e13');
INSERT INTO "events" VALUES('29y966',4,'2026-11-23T14:12:53.15Z','seat.red/roll-2','red','roll','{"at":"2026-11-23T14:12:53.15Z","record":{"seq":4,"op":"seat.red/roll-2","command":{"verb":"roll","seat":"red","args":{"dice":["INF","SYS","NET","BEH"]}},"events":[{"kind":"rolled","seat":"red","args":{"dice":["INF","SYS","NET","BEH"]}}]},"hash":"516a230ee3cbf1f57d33a8ff61982e975e1bb90b5480b9215e347fb7f243186c"}','516a230ee3cbf1f57d33a8ff61982e975e1bb90b5480b9215e347fb7f243186c');
INSERT INTO "events" VALUES('29y966',5,'2026-11-23T14:12:53.156Z','referee.2/reroll','red','reroll','{"at":"2026-11-23T14:12:53.156Z","record":{"seq":5,"op":"referee.2/reroll","command":{"verb":"reroll","seat":"red","args":{"dice":["BEH"],"to":["ACC"]}},"events":[{"kind":"rerolled","seat":"red","args":{"dice":["BEH"],"to":["ACC"]}}]},"hash":"ea9214b4909fe70936dd56759585b98e396e2e0e56187865ee20e7db090d8ec4"}','ea9214b4909fe70936dd56759585b98e396e2e0e56187865ee20e7db090d8ec4');
INSERT INTO "events" VALUES('29y966',6,'2026-11-23T14:13:25.357Z','cli-1','red','resolve','{"at":"2026-11-23T14:13:25.357Z","record":{"seq":6,"op":"cli-1","command":{"verb":"resolve","seat":"red","args":{"threat":["malware"],"with":["SYS","NET"]}},"events":[{"kind":"resolved","seat":"red","args":{"threat":["malware"],"with":["SYS","NET"]}}]},"hash":"585b7c35765025ed46588cc058e31b642d87e1df618a97235af3661178637c34"}','585b7c35765025ed46588cc058e31b642d87e1df618a97235af3661178637c34');
CREATE TABLE matches (
  id    TEXT PRIMARY KEY,
  match TEXT NOT NULL, -- JSON, see store.Match
  hash  TEXT NOT NULL  -- the chain begins with it
) STRICT, WITHOUT ROWID;
INSERT INTO "matches" VALUES('29y966','{"id":"29y966","game":"cyber-survival","version":"1.0","edition":"italian","seats":["red","blue"],"created":"2026-11-23T14:12:52.666Z"}','de3d1351f25d4af94bbab5f6017987d21f351f70989c6a583c27350f08e70fc9');
INSERT INTO "matches" VALUES('empty','{"id":"empty","game":"cyber-survival","version":"1.0","edition":"italian","seats":["red","blue"],"created":"2026-11-23T14:12:52.666Z"}','98a94c68af3be69b6ab7801ae19362cdb6151f2f7fcf8a3d5bac700a9bd70e4e');
INSERT INTO "ends" VALUES('empty',0,'98a94c68af3be69b6ab7801ae19362cdb6151f2f7fcf8a3d5bac700a9bd70e4e');
CREATE TABLE notes (
  name TEXT PRIMARY KEY,
  json TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE passes (
  hash  TEXT PRIMARY KEY, -- of the token a device keeps, SHA-256 in hex
  match TEXT NOT NULL REFERENCES matches (id),
  role  TEXT NOT NULL,
  seat  TEXT NOT NULL,    -- "" for whoever has none
  n     INTEGER NOT NULL, -- tells devices with one role apart
  made  TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO "passes" VALUES('243bdcfa82e9bda5ecb0901f55627823936521936e5523156fba017e53333adb','29y966','referee','',1,'2026-11-23T14:12:52Z');
INSERT INTO "passes" VALUES('28784bfa80ae4fd6c2005a27fa5b4a5646c66b4f3976554b03986fe485df86b1','29y966','referee','',2,'2026-11-23T14:12:53Z');
INSERT INTO "passes" VALUES('9664a3025d91f50a510ac243d0c633f59a06ba3c3548c0be0c84594d7cdf76f1','29y966','seat','red',1,'2026-11-23T14:12:53Z');
CREATE TRIGGER events_stay BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'a log is never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events
WHEN NOT EXISTS (SELECT 1 FROM deleting WHERE match = OLD.match)
BEGIN SELECT RAISE(ABORT, 'a log is never cut'); END;
CREATE TRIGGER matches_stay BEFORE UPDATE ON matches
BEGIN SELECT RAISE(ABORT, 'a match is never changed'); END;
CREATE INDEX passes_match ON passes (match);
COMMIT;
PRAGMA application_id=1802073200;
PRAGMA user_version=3;
