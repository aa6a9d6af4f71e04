-- What is kept for a guest between visits, whatever table they sit at: lessons, puzzles, the coach.

CREATE TABLE guest_values (
    guest   TEXT NOT NULL,
    name    TEXT NOT NULL,
    value   TEXT NOT NULL,                  -- JSON
    changed REAL NOT NULL,
    PRIMARY KEY (guest, name)
) WITHOUT ROWID;
CREATE INDEX guest_values_changed ON guest_values (changed);
