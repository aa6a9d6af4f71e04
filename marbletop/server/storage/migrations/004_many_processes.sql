-- What several processes share. One process that has the database for itself keeps all this in its memory.

ALTER TABLE tables ADD COLUMN stamp INTEGER NOT NULL DEFAULT 0;         -- grows with every change of what processes keep of it
ALTER TABLE tables ADD COLUMN talk TEXT NOT NULL DEFAULT '';            -- JSON: questions without an answer, hands uncovered

CREATE TABLE here (                         -- who is at which table, as a process knows it
    table_id TEXT NOT NULL,
    user     TEXT NOT NULL,
    process  TEXT NOT NULL,
    until    REAL NOT NULL,
    PRIMARY KEY (table_id, user, process)
) WITHOUT ROWID;

CREATE TABLE buckets (                      -- how often somebody may ask
    name    TEXT PRIMARY KEY,
    drops   REAL NOT NULL,
    counted REAL NOT NULL,
    wait    REAL NOT NULL
);

CREATE TABLE places (                       -- how much somebody holds
    place  TEXT NOT NULL,
    holder TEXT NOT NULL,
    until  REAL NOT NULL,
    PRIMARY KEY (place, holder)
) WITHOUT ROWID;

CREATE TABLE passing (                      -- what is kept for minutes: links that work once
    name  TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    value TEXT NOT NULL,
    until REAL NOT NULL
);

-- PostgreSQL only
ALTER TABLE here SET UNLOGGED;

-- PostgreSQL only
ALTER TABLE buckets SET UNLOGGED;

-- PostgreSQL only
ALTER TABLE places SET UNLOGGED;
