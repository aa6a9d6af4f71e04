-- What decided the games that are over. There are no names in it.

CREATE TABLE reviews (
    table_id TEXT PRIMARY KEY REFERENCES tables (id),
    review   BLOB NOT NULL,                 -- JSON, compressed; `finished` says whether it is the last one
    totals   TEXT NOT NULL                  -- JSON: what it adds up to for each seat; '' before it is finished
);
