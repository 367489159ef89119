/** Groups repeated refusals into one entry. */
export const countRefusals = `
-- Of the client; empty where it is not kept.
ALTER TABLE audit_entries ADD COLUMN address TEXT NOT NULL DEFAULT '';
-- How often it happened, within a minute.
ALTER TABLE audit_entries ADD COLUMN count INTEGER NOT NULL DEFAULT 1;
`
