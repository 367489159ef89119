const textsOf = {
  agent_sessions: ['prompt', 'context', 'report', 'failure', 'review'],
  agent_session_steps: ['step'],
  agent_session_results: ['content'],
  workflow_runs: ['instruction', 'context', 'warnings'],
}

/** Returns the SQL of a row's size in bytes. */
function bytesOf(table: keyof typeof textsOf, row: string): string {
  return textsOf[table].map((column) => `coalesce(length(CAST(${row}.${column} AS BLOB)), 0)`).join(' + ')
}

type Counted = 'sessions' | 'runs'

/** Counts rows as items. */
function countItems(table: 'agent_sessions' | 'workflow_runs', counted: Counted): string {
  return `
CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN
  INSERT INTO automation_totals (organization_id, counted, items, bytes)
  VALUES (NEW.organization_id, '${counted}', 1, ${bytesOf(table, 'NEW')})
  ON CONFLICT (organization_id, counted) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER ${table}_discounted AFTER DELETE ON ${table} BEGIN
  UPDATE automation_totals SET items = items - 1, bytes = bytes - (${bytesOf(table, 'OLD')})
  WHERE organization_id = OLD.organization_id AND counted = '${counted}';
END;`
}

/** Counts the bytes of rows that belong to a session. */
function countParts(table: 'agent_session_steps' | 'agent_session_results'): string {
  const add = (row: 'NEW' | 'OLD', sign: '+' | '-') =>
    `UPDATE automation_totals SET bytes = bytes ${sign} (${bytesOf(table, row)}) WHERE counted = 'sessions'
  AND organization_id = (SELECT organization_id FROM agent_sessions WHERE id = ${row}.session_id);`
  return `
CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN
  ${add('NEW', '+')}
END;
CREATE TRIGGER ${table}_discounted AFTER DELETE ON ${table} BEGIN
  ${add('OLD', '-')}
END;`
}

const updatedTexts = ['report', 'failure', 'review']

/**
 * Counts each organization's agent sessions and workflow runs, for their storage limits, and indexes what is deleted
 * first. Triggers count, as for changes. They also delete what belongs to a session, so that one statement does.
 */
export const countAutomation = `
CREATE TABLE automation_totals (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  counted TEXT NOT NULL CHECK (counted IN ('sessions', 'runs')),
  items INTEGER NOT NULL,
  -- Of their texts in UTF-8; of sessions with their steps and compressed results.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (organization_id, counted)
) STRICT, WITHOUT ROWID;
INSERT INTO automation_totals (organization_id, counted, items, bytes)
  SELECT organization_id, 'sessions', count(*), sum(${bytesOf('agent_sessions', 'agent_sessions')}
    + (SELECT coalesce(sum(${bytesOf('agent_session_steps', 'part')}), 0) FROM agent_session_steps AS part
       WHERE part.session_id = agent_sessions.id)
    + (SELECT coalesce(sum(${bytesOf('agent_session_results', 'part')}), 0) FROM agent_session_results AS part
       WHERE part.session_id = agent_sessions.id))
  FROM agent_sessions GROUP BY organization_id;
INSERT INTO automation_totals (organization_id, counted, items, bytes)
  SELECT organization_id, 'runs', count(*), sum(${bytesOf('workflow_runs', 'workflow_runs')})
  FROM workflow_runs GROUP BY organization_id;
${countItems('agent_sessions', 'sessions')}
${countItems('workflow_runs', 'runs')}
${countParts('agent_session_steps')}
${countParts('agent_session_results')}
CREATE TRIGGER agent_sessions_grown AFTER UPDATE OF ${updatedTexts.join(', ')} ON agent_sessions BEGIN
  UPDATE automation_totals SET bytes = bytes + (${bytesOf('agent_sessions', 'NEW')})
    - (${bytesOf('agent_sessions', 'OLD')})
  WHERE organization_id = NEW.organization_id AND counted = 'sessions';
END;
CREATE TRIGGER agent_sessions_emptied BEFORE DELETE ON agent_sessions BEGIN
  UPDATE deployments SET session_id = NULL WHERE session_id = OLD.id;
  DELETE FROM agent_session_results WHERE session_id = OLD.id;
  DELETE FROM agent_session_steps WHERE session_id = OLD.id;
END;
CREATE INDEX deployments_by_session ON deployments (session_id) WHERE session_id IS NOT NULL;
-- Reviewed sessions last: they are the installation's evaluation cases.
CREATE INDEX agent_sessions_ended ON agent_sessions (organization_id, (review IS NOT NULL), created_at, id)
  WHERE status <> 'active';
CREATE INDEX workflow_runs_settled ON workflow_runs (organization_id, created_at, id) WHERE settled = 1;
`
