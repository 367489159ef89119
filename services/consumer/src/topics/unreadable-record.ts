import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'
import type { BatchCollector } from '../batch/batch-collector.js'

/**
 * Makes a record that cannot be read one dead letter of unknown kind.
 * @param scope whose record it is; undefined when its headers do not say. Nobody's items are then counted, at the
 *   receive time of the record before.
 */
export function addUnreadableRecord(
  collector: BatchCollector,
  record: LogRecord,
  cause: unknown,
  scope?: LedgerScope,
): void {
  const nobody = { organizationId: '', projectId: '', receivedAt: collector.lastReceivedAt }
  const item = { scope: scope ?? nobody, record, itemIndex: null, kind: 'unknown', quantity: 1 } as const
  collector.addDeadLetter(item, 'unreadable_record', cause)
}
