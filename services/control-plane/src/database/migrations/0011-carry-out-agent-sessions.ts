/** What workers need to run sessions, and what they record. Times are Unix milliseconds. */
export const carryOutAgentSessions = `
-- When it was first claimed: what the session takes for now. Null until then.
ALTER TABLE agent_sessions ADD COLUMN as_of INTEGER;
-- It is not to be claimed before, unless it was never claimed.
ALTER TABLE agent_sessions ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;
-- Claims since a step was finished.
ALTER TABLE agent_sessions ADD COLUMN fruitless_claims INTEGER NOT NULL DEFAULT 0;
-- Why it failed; null where it did not.
ALTER TABLE agent_sessions ADD COLUMN failure TEXT;

UPDATE agent_sessions SET due_at = created_at;
DROP INDEX agent_sessions_active;
CREATE INDEX agent_sessions_due ON agent_sessions (due_at, id) WHERE status = 'active';

-- 1, 2, 3, ... for each session, in the order in which steps came: those that run at the same time end in any order.
ALTER TABLE agent_session_steps ADD COLUMN arrival INTEGER NOT NULL DEFAULT 0;
UPDATE agent_session_steps SET arrival = number;
CREATE UNIQUE INDEX agent_session_steps_by_arrival ON agent_session_steps (session_id, arrival);

CREATE TABLE agent_session_results (
  session_id TEXT NOT NULL,
  step_number INTEGER NOT NULL,
  -- Evidence id, or the name under which the step recorded something else.
  name TEXT NOT NULL,
  -- JSON, compressed with gzip.
  content BLOB NOT NULL,
  PRIMARY KEY (session_id, step_number, name),
  FOREIGN KEY (session_id, step_number) REFERENCES agent_session_steps (session_id, number)
) STRICT;
`
