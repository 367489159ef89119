/**
 * Workflows and their runs. Times are Unix milliseconds. A run keeps the name, instruction and context it started with,
 * even if its workflow changes later. A finished run never continues.
 */
export const createWorkflows = `
CREATE TABLE workflows (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  name TEXT NOT NULL,
  -- The name in lower case, to search in.
  name_folded TEXT NOT NULL,
  agent_name TEXT NOT NULL,
  description TEXT NOT NULL,
  -- May hold variables: {{ deployment.id }}
  instruction TEXT NOT NULL,
  -- Null when none was given.
  repository TEXT,
  status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Null while it can be seen.
  deleted_at INTEGER
) STRICT;

CREATE INDEX workflows_by_organization ON workflows (organization_id, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX workflows_by_agent ON workflows (organization_id, agent_name, created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX workflows_by_repository ON workflows (organization_id, repository, created_at, id)
  WHERE deleted_at IS NULL;

CREATE TABLE workflow_runs (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  workflow_id TEXT NOT NULL REFERENCES workflows (id),
  workflow_name TEXT NOT NULL,
  triggered_by TEXT NOT NULL CHECK (triggered_by IN ('manual', 'schedule', 'event')),
  -- Empty when none was given.
  trigger_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  session_id TEXT NOT NULL UNIQUE REFERENCES agent_sessions (id),
  -- With the values of the context in it.
  instruction TEXT NOT NULL,
  -- JSON object.
  context TEXT NOT NULL,
  -- JSON array of texts.
  warnings TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Null while it is pending, and when it was cancelled before it began.
  started_at INTEGER,
  -- Null until it is finished.
  ended_at INTEGER,
  CHECK ((status IN ('completed', 'failed')) = (ended_at IS NOT NULL))
) STRICT;

CREATE INDEX workflow_runs_by_workflow ON workflow_runs (workflow_id, created_at, id);
CREATE INDEX workflow_runs_by_status ON workflow_runs (workflow_id, status, created_at, id);
CREATE INDEX workflow_runs_by_trigger ON workflow_runs (workflow_id, triggered_by, created_at, id);
`
