/** Repositories, deployments with their status history, and other changes. Times are Unix milliseconds. */
export const createDeploymentsAndChanges = `
CREATE TABLE repositories (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  -- owner/name.
  full_name TEXT NOT NULL,
  -- The telemetry project whose code it holds; null while nobody said.
  project_id TEXT REFERENCES projects (id),
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, full_name)
) STRICT;

CREATE TABLE deployments (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  repository_id TEXT REFERENCES repositories (id),
  deployment_request TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'success', 'failure', 'cancelled')),
  external_url TEXT,
  commit_sha TEXT,
  commit_message TEXT,
  ref TEXT,
  -- JSON object.
  event_metadata TEXT NOT NULL,
  service TEXT,
  environment TEXT,
  version TEXT,
  occurred_at INTEGER NOT NULL,
  -- The session that watches it; null when none was asked for.
  session_id TEXT REFERENCES agent_sessions (id),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX deployments_by_time ON deployments (organization_id, occurred_at, id);
CREATE INDEX deployments_by_service ON deployments (organization_id, service, occurred_at, id);
CREATE INDEX deployments_by_repository ON deployments (organization_id, repository_id, occurred_at, id);

CREATE TABLE deployment_statuses (
  deployment_id TEXT NOT NULL REFERENCES deployments (id),
  -- 1, 2, 3, ... for each deployment.
  number INTEGER NOT NULL CHECK (number > 0),
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'success', 'failure', 'cancelled')),
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (deployment_id, number)
) STRICT;

CREATE TABLE changes (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  kind TEXT NOT NULL,
  -- Id of the sender.
  sender_id TEXT NOT NULL,
  repository_id TEXT REFERENCES repositories (id),
  occurred_at INTEGER NOT NULL,
  title TEXT NOT NULL,
  service TEXT,
  author TEXT,
  url TEXT,
  -- JSON array of paths.
  files TEXT,
  diff TEXT,
  -- Whether the diff was longer than what is kept.
  diff_cut INTEGER NOT NULL DEFAULT 0 CHECK (diff_cut IN (0, 1)),
  -- JSON object.
  details TEXT,
  created_at INTEGER NOT NULL
) STRICT;

-- Changes without a repository share one space of ids.
CREATE UNIQUE INDEX changes_by_sender ON changes (organization_id, kind, coalesce(repository_id, ''), sender_id);
CREATE INDEX changes_by_time ON changes (organization_id, occurred_at, id);
CREATE INDEX changes_by_kind ON changes (organization_id, kind, occurred_at, id);
CREATE INDEX changes_by_service ON changes (organization_id, service, occurred_at, id);
CREATE INDEX changes_by_repository ON changes (organization_id, repository_id, occurred_at, id);
`
