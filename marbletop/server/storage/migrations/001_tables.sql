-- Tables, their logs, and what they must do by themselves. Times are seconds since 1970.

CREATE TABLE tables (                       -- what is fixed when a table is opened, and where it stands now
    id            TEXT PRIMARY KEY,
    about         TEXT NOT NULL,            -- JSON: game, options, seats, clock, tokens, commitment
    game          TEXT NOT NULL,
    host          TEXT NOT NULL,
    listed        BOOLEAN NOT NULL,
    created       REAL NOT NULL,
    series        TEXT NOT NULL,            -- id of the first table of the series
    number        INTEGER NOT NULL,         -- of this table in it, from 0
    next          TEXT,                     -- the table of the rematch
    request       TEXT UNIQUE,              -- named by who opened it: the same request opens no second table
    last          INTEGER NOT NULL,
    position      INTEGER NOT NULL,
    stage         TEXT NOT NULL,
    version       INTEGER NOT NULL,
    times         TEXT NOT NULL,            -- JSON
    result        TEXT,                     -- JSON
    people        INTEGER NOT NULL,         -- seats held by people
    watched_until REAL NOT NULL DEFAULT 0,  -- somebody looks on at least until then
    changed       REAL NOT NULL
);
CREATE INDEX tables_listed ON tables (stage, changed) WHERE listed;
CREATE INDEX tables_series ON tables (series, number);

CREATE TABLE secrets (                      -- what decides all chance of a table: nowhere else
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    secret   BLOB NOT NULL,
    added    TEXT                           -- JSON, from the deal on
);

CREATE TABLE entries (                      -- the log
    table_id TEXT NOT NULL,
    entry    INTEGER NOT NULL,
    kind     TEXT NOT NULL,
    at       REAL NOT NULL,
    position INTEGER NOT NULL,
    user     TEXT NOT NULL,
    seat     INTEGER NOT NULL,
    data     TEXT NOT NULL,
    chance   TEXT NOT NULL,
    notes    TEXT NOT NULL,
    snapshot BLOB,                          -- the state as named fields, its key not among them; compressed if long
    PRIMARY KEY (table_id, entry)
) WITHOUT ROWID;

CREATE TABLE seats (                        -- who sits where now
    table_id TEXT NOT NULL,
    seat     INTEGER NOT NULL,
    user     TEXT NOT NULL,                 -- the person who plays or may come back; '' for nobody
    holder   TEXT NOT NULL,                 -- JSON
    PRIMARY KEY (table_id, seat)
) WITHOUT ROWID;
CREATE INDEX seats_user ON seats (user) WHERE user <> '';

CREATE TABLE saw (                          -- who has seen which hand
    table_id TEXT NOT NULL,
    user     TEXT NOT NULL,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (table_id, user, seat)
) WITHOUT ROWID;

CREATE TABLE rights (                       -- who was let in by a link
    table_id TEXT NOT NULL,
    user     TEXT NOT NULL,
    may_join BOOLEAN NOT NULL,
    PRIMARY KEY (table_id, user)
) WITHOUT ROWID;

CREATE TABLE due (                          -- what tables must do by themselves
    table_id    TEXT NOT NULL,
    kind        TEXT NOT NULL,
    seat        INTEGER NOT NULL,
    position    INTEGER NOT NULL,
    at          REAL NOT NULL,
    taken_by    TEXT NOT NULL DEFAULT '',
    taken_until REAL NOT NULL DEFAULT 0,
    tries       INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, kind, seat)
) WITHOUT ROWID;
CREATE INDEX due_at ON due (at);

CREATE TABLE finished (                     -- the folded log of a table that is over
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    log      BLOB NOT NULL,                 -- JSON of all entries, compressed
    snapshot BLOB NOT NULL                  -- the last position
);

CREATE TABLE phrases (                      -- what people say at a table, out of a fixed list
    table_id TEXT NOT NULL,
    number   INTEGER NOT NULL,
    at       REAL NOT NULL,
    seat     INTEGER NOT NULL,
    phrase   TEXT NOT NULL,
    PRIMARY KEY (table_id, number)
) WITHOUT ROWID;

CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value BLOB NOT NULL
);
