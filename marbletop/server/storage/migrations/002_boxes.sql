-- Every table plays with the text of its box, whatever becomes of the game's own component file. Each text is stored once.
-- Tables of before had the text of a box of their own in `about`, and of the game's own box only the digest: its text is
-- added when the server starts. Rows that are damaged are left as they are.

CREATE TABLE boxes (
    digest TEXT PRIMARY KEY,
    text   TEXT NOT NULL
);

ALTER TABLE tables ADD COLUMN box TEXT NOT NULL DEFAULT '';             -- digest
ALTER TABLE tables ADD COLUMN own_box BOOLEAN NOT NULL DEFAULT FALSE;   -- whether the host brought it
ALTER TABLE tables ADD COLUMN origin TEXT NOT NULL DEFAULT '';          -- digest of an address and a day

-- SQLite only
INSERT OR IGNORE INTO boxes
    SELECT json_extract(about, '$.box.digest'), json_extract(about, '$.components') FROM tables
    WHERE json_valid(about) AND json_extract(about, '$.components') IS NOT NULL
        AND json_extract(about, '$.box.digest') IS NOT NULL;

-- SQLite only
UPDATE tables SET
    box = coalesce(json_extract(about, '$.box.digest'), ''),
    own_box = json_extract(about, '$.components') IS NOT NULL,
    about = json_set(json_remove(about, '$.components'), '$.own_box',
                     json(iif(json_extract(about, '$.components') IS NULL, 'false', 'true')))
    WHERE json_valid(about);

CREATE INDEX tables_box ON tables (box, game);
CREATE INDEX tables_changed ON tables (changed);
CREATE INDEX tables_origin ON tables (origin, own_box, box) WHERE origin <> '';
CREATE INDEX tables_host ON tables (host, stage);
