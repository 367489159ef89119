import { type Notice, toTimestamp } from '@signalbox/contracts'
import type { NoticeStateRow } from '../store/notices.js'

export function toNotice(row: NoticeStateRow): Notice {
  return {
    id: row.id,
    kind: row.kind,
    issue_id: row.issue_id,
    title: row.title,
    state: row.state,
    message_id: row.message_id,
    is_digest: row.is_digest === 1,
    attempts: row.attempts,
    occurred_at: toTimestamp(row.occurred_at),
    last_attempt_at: row.last_attempt_at === null ? null : toTimestamp(row.last_attempt_at),
    sent_at: row.sent_at === null ? null : toTimestamp(row.sent_at),
    fault: row.fault,
    possible_duplicate: row.possible_duplicate === 1,
  }
}
