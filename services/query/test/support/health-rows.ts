import type { CheckInRow, OutcomeRow, SessionRow } from '@signalbox/telemetry-store/rows'
import { nowMs, projectId } from './fixed-world.js'
import { hexId, secondsAgo, type Seed } from './rows.js'

/** A complete session update, one minute old: the first, and healthy. */
export function session(values: Partial<SessionRow> = {}): Seed<SessionRow> {
  return {
    project_id: projectId,
    release: 'shop@1.0.0',
    environment: 'production',
    started: secondsAgo(60),
    session_id: hexId(32, 1),
    user_key: '',
    status: 'exited',
    is_init: 1,
    quantity: 1,
    errors: 0,
    duration_ms: null,
    sequence: 0,
    sdk_name: '',
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A complete check-in, one minute old, successful and without a schedule. */
export function checkIn(values: Partial<CheckInRow> = {}): Seed<CheckInRow> {
  return {
    project_id: projectId,
    monitor_slug: 'backup',
    environment: 'production',
    timestamp: secondsAgo(60),
    check_in_id: hexId(32, 1),
    status: 'ok',
    duration_ms: null,
    release: '',
    trace_id: '',
    monitor_config: '',
    received_at: secondsAgo(60),
    ...values,
  }
}

/** A ledger row: one stored error of the last full minute. */
export function outcome(values: Partial<OutcomeRow> = {}): Seed<OutcomeRow> {
  return {
    project_id: projectId,
    minute: Math.floor(nowMs / 60_000) * 60_000 - 60_000,
    kind: 'error',
    outcome: 'stored',
    reason: '',
    quantity: 1,
    ...values,
  }
}
