import type { EventInput } from '../../src/index.js'

/** An event on arrival, without further context. */
export function eventInput(payload: unknown): EventInput {
  return {
    payload,
    organizationId: 'org-1',
    project: { id: 'project-1', number: 42, name: 'shop' },
    receivedAt: Date.UTC(2026, 0, 10, 12),
    sentAt: undefined,
    headerEventId: undefined,
    fallbackEventId: 'f'.repeat(32),
    sdk: undefined,
    clientIp: undefined,
    userAgent: undefined,
  }
}
