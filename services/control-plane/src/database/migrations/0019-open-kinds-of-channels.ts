import { rebuildTable } from '../rebuild-table.js'

/** The code defines the kinds of channels and notices; this removes the second list in the database. */
export const openKindsOfChannels = [
  rebuildTable({
    table: 'notification_channels',
    definition: `
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  -- JSON object: where it leads, with its secrets.
  settings TEXT NOT NULL,
  -- JSON array of the kinds of notices that it wants.
  events TEXT NOT NULL,
  -- JSON array; empty for all.
  environments TEXT NOT NULL,
  -- Null for all.
  min_level TEXT,
  is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_success_at INTEGER,
  -- What is wrong with it now; null when nothing is.
  fault TEXT,
  -- Failures since something was delivered.
  failures INTEGER NOT NULL DEFAULT 0,
  -- Nothing is sent before: after a failure a pause, and receivers take so many messages a second only.
  next_at INTEGER NOT NULL DEFAULT 0
`,
    columns: [
      'id',
      'organization_id',
      'project_id',
      'kind',
      'name',
      'settings',
      'events',
      'environments',
      'min_level',
      'is_active',
      'created_at',
      'last_success_at',
      'fault',
      'failures',
      'next_at',
    ],
    indexes: ['CREATE INDEX notification_channels_by_project ON notification_channels (project_id, created_at, id)'],
  }),
  rebuildTable({
    table: 'notices',
    definition: `
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- What makes it the same notice when it is queued again.
  key TEXT NOT NULL,
  -- Null for alerts.
  issue_id TEXT REFERENCES issues (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  -- JSON object: what is known of the event and stands nowhere else.
  facts TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null until a message carries it.
  message_id TEXT REFERENCES notice_messages (id) ON DELETE CASCADE,
  UNIQUE (channel_id, kind, key)
`,
    columns: [
      'id',
      'channel_id',
      'kind',
      'key',
      'issue_id',
      'title',
      'facts',
      'occurred_at',
      'created_at',
      'message_id',
    ],
    indexes: [
      'CREATE INDEX notices_by_channel ON notices (channel_id, created_at)',
      'CREATE INDEX notices_unplanned ON notices (channel_id, created_at) WHERE message_id IS NULL',
      'CREATE INDEX notices_by_message ON notices (message_id) WHERE message_id IS NOT NULL',
      'CREATE INDEX notices_by_issue ON notices (issue_id) WHERE issue_id IS NOT NULL',
      'CREATE INDEX notices_by_age ON notices (created_at)',
    ],
  }),
].join('\n')
