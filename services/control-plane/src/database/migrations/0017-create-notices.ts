/**
 * Notification channels, notices, and the messages that carry them. Times are Unix milliseconds. Invariant: a notice is
 * queued once per channel, in the transaction of its cause, and is sent in exactly one message.
 */
export const createNotices = `
CREATE TABLE notification_channels (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id),
  project_id TEXT NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('slack', 'webhook', 'email')),
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
) STRICT;
CREATE INDEX notification_channels_by_project ON notification_channels (project_id, created_at, id);

CREATE TABLE notice_messages (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
  -- Whether it carries many notices.
  is_digest INTEGER NOT NULL CHECK (is_digest IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'sent', 'dead')),
  -- Begun ones.
  attempts INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  -- When it is given up.
  dead_at INTEGER NOT NULL,
  last_attempt_at INTEGER,
  sent_at INTEGER,
  -- What went wrong the last time; null when nothing did.
  fault TEXT,
  -- 1 when it was sent again although an attempt before may have arrived.
  possible_duplicate INTEGER NOT NULL DEFAULT 0 CHECK (possible_duplicate IN (0, 1)),
  CHECK ((state = 'sent') = (sent_at IS NOT NULL))
) STRICT;
CREATE INDEX notice_messages_unsent ON notice_messages (channel_id, created_at)
  WHERE state IN ('waiting', 'sending');
CREATE INDEX notice_messages_recent ON notice_messages (channel_id, last_attempt_at);
CREATE INDEX notice_messages_by_age ON notice_messages (created_at);

CREATE TABLE notices (
  id TEXT PRIMARY KEY,
  channel_id TEXT NOT NULL REFERENCES notification_channels (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('issue_created', 'issue_regressed', 'issue_escalated', 'alert')),
  -- What makes it the same notice when it is queued again.
  key TEXT NOT NULL,
  -- Null for alerts.
  issue_id TEXT REFERENCES issues (id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  -- JSON object: what is known of the moment and stands nowhere else.
  facts TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  -- Null until a message carries it.
  message_id TEXT REFERENCES notice_messages (id) ON DELETE CASCADE,
  UNIQUE (channel_id, kind, key)
) STRICT;
CREATE INDEX notices_by_channel ON notices (channel_id, created_at);
CREATE INDEX notices_unplanned ON notices (channel_id, created_at) WHERE message_id IS NULL;
CREATE INDEX notices_by_message ON notices (message_id) WHERE message_id IS NOT NULL;
CREATE INDEX notices_by_issue ON notices (issue_id) WHERE issue_id IS NOT NULL;
CREATE INDEX notices_by_age ON notices (created_at);
`
