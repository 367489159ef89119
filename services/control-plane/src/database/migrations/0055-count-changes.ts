const textsOf = {
  changes: ['sender_id', 'title', 'service', 'author', 'url', 'files', 'diff', 'details'],
  deployments: [
    'deployment_request',
    'external_url',
    'commit_sha',
    'commit_message',
    'ref',
    'event_metadata',
    'service',
    'environment',
    'version',
  ],
}

/** Returns the SQL of a row's size in bytes of UTF-8. */
function bytesOf(table: keyof typeof textsOf, row: string): string {
  return textsOf[table].map((column) => `coalesce(length(CAST(${row}.${column} AS BLOB)), 0)`).join(' + ')
}

function count(table: keyof typeof textsOf): string {
  return `
INSERT INTO recorded_totals (organization_id, recorded, items, bytes)
  SELECT organization_id, '${table}', count(*), sum(${bytesOf(table, table)}) FROM ${table} GROUP BY organization_id;
CREATE TRIGGER ${table}_inserted AFTER INSERT ON ${table} BEGIN
  INSERT INTO recorded_totals (organization_id, recorded, items, bytes)
  VALUES (NEW.organization_id, '${table}', 1, ${bytesOf(table, 'NEW')})
  ON CONFLICT (organization_id, recorded) DO UPDATE SET items = items + 1, bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER ${table}_updated AFTER UPDATE OF ${textsOf[table].join(', ')} ON ${table} BEGIN
  UPDATE recorded_totals SET bytes = bytes + (${bytesOf(table, 'NEW')}) - (${bytesOf(table, 'OLD')})
  WHERE organization_id = NEW.organization_id AND recorded = '${table}';
END;
CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN
  UPDATE recorded_totals SET items = items - 1, bytes = bytes - (${bytesOf(table, 'OLD')})
  WHERE organization_id = OLD.organization_id AND recorded = '${table}';
END;`
}

/**
 * Counts each organization's changes and deployments, for their storage limits, and indexes what is deleted first.
 * Triggers count, so that no statement can forget to, and no request has to scan the tables.
 */
export const countChanges = `
CREATE TABLE recorded_totals (
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  recorded TEXT NOT NULL CHECK (recorded IN ('changes', 'deployments')),
  items INTEGER NOT NULL,
  -- Of their texts, in UTF-8.
  bytes INTEGER NOT NULL,
  PRIMARY KEY (organization_id, recorded)
) STRICT, WITHOUT ROWID;
${count('changes')}
${count('deployments')}
CREATE INDEX changes_with_diff ON changes (organization_id, occurred_at, id) WHERE diff IS NOT NULL;
CREATE INDEX changes_by_age ON changes (created_at);
CREATE INDEX unwatched_deployments_by_age ON deployments (created_at) WHERE session_id IS NULL;
`
