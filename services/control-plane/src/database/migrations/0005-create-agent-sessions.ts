/** Agent sessions and their steps. Times are Unix milliseconds. An ended session never becomes active again. */
export const createAgentSessions = `
CREATE TABLE agent_sessions (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  status TEXT NOT NULL CHECK (status IN ('active', 'completed', 'failed', 'cancelled')),
  prompt TEXT NOT NULL,
  -- JSON object.
  context TEXT NOT NULL,
  origin_kind TEXT NOT NULL CHECK (origin_kind IN ('manual', 'deployment', 'workflow_run', 'error')),
  -- Id of the deployment, run or issue that asked for it; null when a person did.
  origin_id TEXT,
  created_at INTEGER NOT NULL,
  -- Null while it is active.
  ended_at INTEGER,
  -- Null until it is completed.
  verdict TEXT,
  -- JSON of the report; null until it is completed.
  report TEXT,
  query_count INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  -- Who works on it; null while nobody does.
  lease_owner TEXT,
  -- Counts up with every claim. What is written under an older one comes from a worker that lost the session.
  lease_token INTEGER NOT NULL DEFAULT 0,
  lease_expires_at INTEGER,
  CHECK ((status = 'active') = (ended_at IS NULL))
) STRICT;

CREATE INDEX agent_sessions_by_organization ON agent_sessions (organization_id, created_at, id);
CREATE INDEX agent_sessions_by_status ON agent_sessions (organization_id, status, created_at, id);
CREATE INDEX agent_sessions_by_origin ON agent_sessions (organization_id, origin_kind, created_at, id);
-- What is there to be worked on, of all organizations.
CREATE INDEX agent_sessions_active ON agent_sessions (created_at, id) WHERE status = 'active';

CREATE TABLE agent_session_steps (
  session_id TEXT NOT NULL REFERENCES agent_sessions (id),
  -- 1, 2, 3, ... for each session.
  number INTEGER NOT NULL CHECK (number > 0),
  -- JSON of the step as it is answered.
  step TEXT NOT NULL,
  PRIMARY KEY (session_id, number)
) STRICT;
`
