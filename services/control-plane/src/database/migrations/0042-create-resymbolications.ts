/**
 * Projects whose stored events are symbolicated again because artifacts were uploaded after them; the row is deleted
 * when done. Times are Unix milliseconds.
 */
export const createResymbolications = `
CREATE TABLE resymbolications (
  project_id TEXT PRIMARY KEY REFERENCES projects (id),
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  requested_at INTEGER NOT NULL,
  -- Not before; the end of the lease while somebody has it.
  due_at INTEGER NOT NULL,
  -- Of the claim that holds; null while nobody has it.
  token TEXT,
  -- The last event that was looked at, from the newest backwards; null before the first.
  event_time INTEGER,
  event_id TEXT,
  -- Events that may still be looked at.
  events_left INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX resymbolications_by_due ON resymbolications (due_at);
`
