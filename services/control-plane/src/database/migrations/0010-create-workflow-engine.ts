/**
 * State of the workflow engine: triggers, the events they wait for, the outcome of each occasion, and leases. Times are
 * Unix milliseconds. The runs table is rebuilt because the session of a waiting run does not exist yet: its id is
 * chosen with the run.
 */
export const createWorkflowEngine = `
ALTER TABLE workflows ADD COLUMN concurrency TEXT NOT NULL DEFAULT 'allow'
  CHECK (concurrency IN ('allow', 'skip', 'queue'));
ALTER TABLE workflows ADD COLUMN timeout_seconds INTEGER NOT NULL DEFAULT 3600 CHECK (timeout_seconds > 0);
ALTER TABLE workflows ADD COLUMN max_attempts INTEGER NOT NULL DEFAULT 1 CHECK (max_attempts > 0);
ALTER TABLE workflows ADD COLUMN retry_base_seconds INTEGER NOT NULL DEFAULT 60 CHECK (retry_base_seconds > 0);

CREATE TABLE workflow_triggers (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  workflow_id TEXT NOT NULL REFERENCES workflows (id),
  -- Order within the workflow, from 0.
  position INTEGER NOT NULL,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- JSON of the trigger as it is answered.
  definition TEXT NOT NULL,
  -- 0 while its workflow is disabled.
  active INTEGER NOT NULL CHECK (active IN (0, 1)),
  -- When a schedule fires, or a condition is looked at, next. Null when time does nothing to it.
  due_at INTEGER,
  -- Newest instant of a schedule that was decided. Nothing up to it is decided again.
  last_instant INTEGER,
  -- Whether a condition held when it was last judged; null before.
  condition_holds INTEGER CHECK (condition_holds IN (0, 1)),
  -- Why a condition could not be judged the last time; null when it was.
  fault TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (workflow_id, name)
) STRICT;

CREATE INDEX workflow_triggers_scheduled ON workflow_triggers (due_at, id) WHERE due_at IS NOT NULL AND kind = 'schedule';
CREATE INDEX workflow_triggers_conditional ON workflow_triggers (due_at, id)
  WHERE due_at IS NOT NULL AND kind <> 'schedule';
CREATE INDEX workflow_triggers_listening ON workflow_triggers (organization_id, kind, id) WHERE active = 1;

-- Written in the transaction of what happened, so that no event is lost and none is made up.
CREATE TABLE workflow_events (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  kind TEXT NOT NULL,
  -- What makes it the same event when it is reported again.
  key TEXT NOT NULL,
  -- JSON object of texts and nulls, which filters of triggers look at.
  attributes TEXT NOT NULL,
  -- JSON object: the values that instructions may use.
  context TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Id of the last trigger that it was given to; they are served in the order of their ids.
  given_to TEXT NOT NULL DEFAULT '',
  -- Null until every trigger had it.
  dispatched_at INTEGER,
  UNIQUE (organization_id, kind, key)
) STRICT;

CREATE INDEX workflow_events_waiting ON workflow_events (number) WHERE dispatched_at IS NULL;
CREATE INDEX workflow_events_by_age ON workflow_events (created_at) WHERE dispatched_at IS NOT NULL;

CREATE TABLE trigger_occurrences (
  -- Triggers come and go; what became of their occasions stays for a while.
  trigger_id TEXT NOT NULL,
  -- Instant of a schedule, or what makes an event the same.
  key TEXT NOT NULL,
  workflow_id TEXT NOT NULL REFERENCES workflows (id),
  trigger_name TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('run', 'skipped', 'capped', 'refused')),
  -- Empty for runs.
  reason TEXT NOT NULL,
  run_id TEXT,
  -- First instant of a schedule that this one stands for, when it stands for more than itself.
  missed_since INTEGER,
  decided_at INTEGER NOT NULL,
  -- One occasion is decided once, whoever decides it.
  PRIMARY KEY (trigger_id, key),
  CHECK ((outcome = 'run') = (run_id IS NOT NULL))
) STRICT;

CREATE INDEX trigger_occurrences_by_workflow ON trigger_occurrences (workflow_id, decided_at, trigger_id, key);
CREATE INDEX trigger_occurrences_by_trigger ON trigger_occurrences (trigger_id, decided_at, key);
CREATE INDEX trigger_occurrences_by_age ON trigger_occurrences (decided_at);

-- Of several processes on this database one looks after the workflows.
CREATE TABLE engine_leases (
  name TEXT PRIMARY KEY,
  owner TEXT NOT NULL,
  -- Counts up with every change of owner. What is written under an older one is refused.
  token INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE TABLE new_workflow_runs (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  workflow_id TEXT NOT NULL REFERENCES workflows (id),
  workflow_name TEXT NOT NULL,
  triggered_by TEXT NOT NULL CHECK (triggered_by IN ('manual', 'schedule', 'event')),
  -- Empty when none was given.
  trigger_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  -- The session is made when the run starts.
  session_id TEXT NOT NULL UNIQUE,
  -- With the values of the context in it.
  instruction TEXT NOT NULL,
  -- JSON object.
  context TEXT NOT NULL,
  -- JSON array of texts.
  warnings TEXT NOT NULL,
  -- As the workflow said when the run was made.
  timeout_seconds INTEGER NOT NULL,
  max_attempts INTEGER NOT NULL,
  retry_base_seconds INTEGER NOT NULL,
  -- 1, 2, 3, ... for a run and what repeats it.
  attempt INTEGER NOT NULL CHECK (attempt > 0),
  retry_of TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- When a pending run may start. Null while it waits for another one of its workflow, and once it is not pending.
  starts_at INTEGER,
  -- Null while it is pending, and when it ended before it began.
  started_at INTEGER,
  times_out_at INTEGER,
  -- Null until it is finished.
  ended_at INTEGER,
  -- Why it failed.
  failure TEXT,
  -- 1 once everything that follows from its end was done.
  settled INTEGER NOT NULL DEFAULT 0 CHECK (settled IN (0, 1)),
  CHECK ((status IN ('completed', 'failed')) = (ended_at IS NOT NULL)),
  CHECK (status <> 'running' OR (started_at IS NOT NULL AND times_out_at IS NOT NULL))
) STRICT;

INSERT INTO new_workflow_runs (id, organization_id, workflow_id, workflow_name, triggered_by, trigger_name, status,
  session_id, instruction, context, warnings, timeout_seconds, max_attempts, retry_base_seconds, attempt, created_at,
  updated_at, starts_at, started_at, times_out_at, ended_at, settled)
SELECT id, organization_id, workflow_id, workflow_name, triggered_by, trigger_name, status, session_id, instruction,
  context, warnings, 3600, 1, 60, 1, created_at, updated_at, iif(status = 'pending', created_at, NULL), started_at,
  started_at + 3600000, ended_at, ended_at IS NOT NULL
FROM workflow_runs;

DROP TABLE workflow_runs;
ALTER TABLE new_workflow_runs RENAME TO workflow_runs;

CREATE INDEX workflow_runs_by_workflow ON workflow_runs (workflow_id, created_at, id);
CREATE INDEX workflow_runs_by_status ON workflow_runs (workflow_id, status, created_at, id);
CREATE INDEX workflow_runs_by_trigger ON workflow_runs (workflow_id, triggered_by, created_at, id);
CREATE INDEX workflow_runs_waiting ON workflow_runs (starts_at, id) WHERE status = 'pending';
CREATE INDEX workflow_runs_running ON workflow_runs (times_out_at, id) WHERE status = 'running';
CREATE INDEX workflow_runs_unsettled ON workflow_runs (ended_at, id) WHERE settled = 0 AND ended_at IS NOT NULL;
`
