import type { EventRow } from '@signalbox/telemetry-store/rows'
import type { EventInput } from '@signalbox/sentry-events'
import { processEvent } from '../../../src/kinds/error/process-event.js'

/** Receive time of these tests' events, Unix milliseconds. */
export const receivedAt = Date.UTC(2026, 0, 10, 12)

export const fallbackEventId = 'f'.repeat(32)

/** An event on arrival, without clock drift or further context. */
export function eventInput(payload: unknown, known: Partial<EventInput> = {}): EventInput {
  return {
    payload,
    organizationId: 'org-1',
    project: { id: 'project-1', number: 42, name: 'shop' },
    receivedAt,
    sentAt: undefined,
    headerEventId: undefined,
    fallbackEventId,
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
    ...known,
  }
}

/** The row of an event; fails if there is none. */
export function rowOf(payload: unknown, known: Partial<EventInput> = {}): EventRow {
  const result = processEvent(eventInput(payload, known))
  if (!result.ok) throw new Error(`no row: ${result.reason} ${result.detail}`)
  return result.row
}

export function fingerprintOf(payload: unknown): string {
  return rowOf(payload).fingerprint
}
