import { limits } from '@signalbox/contracts'
import { isJsonArray } from '@signalbox/sentry-events'
import type { EventRow } from '@signalbox/telemetry-store/rows'
import type { ItemCount, ItemResult } from '../../../batch/item-result.js'
import { hashToId } from '../../../pipeline/hash-to-id.js'
import { toEventInput } from '../../event-input.js'
import type { EnvelopeItemContext, EnvelopeItemPipeline } from '../../../pipeline/kind-pipeline.js'
import { processEvent, type EventResult } from '../process-event.js'
import { describeReport } from './describe-report.js'
import { readSecurityReport } from './security-report.js'
import { toEventPayload } from './to-event-payload.js'

/**
 * Browser reports about blocked resources or certificate problems: each becomes an event and is processed as one. The
 * Reporting API sends lists; a list counts as its reports.
 */
export const securityPipeline: EnvelopeItemPipeline = {
  quantity: (_item, payload) => reportsOf(payload).length,
  process: processSecurityItem,
}

function processSecurityItem(payload: unknown, context: EnvelopeItemContext): ItemResult {
  const reports = reportsOf(payload)
  const rows: EventRow[] = []
  const counts: ItemCount[] = []
  for (const [position, report] of reports.slice(0, limits.security.reportsMax).entries()) {
    const result = processReport(report, position, context)
    if (result.ok) rows.push(result.row)
    else counts.push({ kind: 'error', outcome: 'dropped', reason: result.reason, quantity: 1 })
  }
  const excess = reports.length - limits.security.reportsMax
  if (excess > 0) counts.push({ kind: 'error', outcome: 'dropped', reason: 'too_large', quantity: excess })
  if (rows.length > 0) counts.push({ kind: 'error', outcome: 'stored', reason: '', quantity: rows.length })
  return { rows: { events: rows }, counts }
}

/** An empty list counts as one report without content. */
function reportsOf(payload: unknown): readonly unknown[] {
  return isJsonArray(payload) && payload.length > 0 ? payload : [payload]
}

function processReport(value: unknown, position: number, context: EnvelopeItemContext): EventResult {
  const report = readSecurityReport(value)
  const description = report && describeReport(report)
  if (report === undefined || description === undefined) {
    return { ok: false, reason: 'invalid_security_report', detail: 'it does not state what was blocked' }
  }
  const payload = toEventPayload(report, description, context)
  const input = { ...toEventInput(payload, context), ...idsOf(position, context) }
  return processEvent(input, context)
}

/** The first report has the id from the response; each further one gets its own. */
function idsOf(position: number, { header, fallbackEventId, itemPosition }: EnvelopeItemContext) {
  return position === 0
    ? { headerEventId: header.eventId, fallbackEventId }
    : { headerEventId: undefined, fallbackEventId: hashToId('report', itemPosition, String(position)) }
}
