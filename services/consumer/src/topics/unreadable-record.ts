import type { LogRecord } from '@signalbox/event-log'
import type { LedgerScope } from '../batch/batch-ledger.js'
import type { BatchCollector } from '../batch/batch-collector.js'

/**
 * Turns an unreadable record into one dead letter of unknown kind.
 * @param scope The record's owner; undefined if its headers don't name one. The count then has no owner and the receive
 * time of the previous record.
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
