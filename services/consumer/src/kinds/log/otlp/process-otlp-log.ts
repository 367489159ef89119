import { limits } from '@signalbox/contracts'
import { isSpanId, isTraceId, type AttributeValue, type LogRecord } from '@signalbox/otlp'
import { cleanText } from '@signalbox/sentry-events'
import type { LogRow } from '@signalbox/telemetry-store/rows'
import { dropped, stored, type ItemResult } from '../../../batch/item-result.js'
import { AttributeMap } from '../../../container/attribute-map.js'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import { addAttributes, addScope, type Origin } from '../../../otlp/origin.js'
import { findTimeFault } from '../../../pipeline/time-bounds.js'
import { readSeverity } from '../severity.js'

const usPerMs = 1_000

/**
 * Processes an OTLP log record.
 * @param record undefined if it is malformed.
 * @param sequence Position in the request: orders records with the same time.
 */
export function processOtlpLog(
  record: LogRecord | undefined,
  { origin, sequence }: { origin: Origin; sequence: number },
  context: OtlpContext,
): ItemResult {
  if (record === undefined) return dropped('log', 1, 'invalid_log')
  const { meta, rules, retentionDays } = context
  const { receivedAt, clientIp, userAgent } = meta
  const row = toLogRow(record, { origin, sequence }, context)
  const reason =
    findTimeFault(row.timestamp / usPerMs, { receivedAt, retentionDays: retentionDays.logs }) ??
    rules.filter.findItemReason({ release: origin.release, pageUrl: '' }, { clientIp, userAgent })
  return reason === undefined ? stored('log', 1, { logs: [row] }) : dropped('log', 1, reason)
}

function toLogRow(
  record: LogRecord,
  { origin, sequence }: { origin: Origin; sequence: number },
  { meta: { receivedAt }, rules: { scrubber } }: OtlpContext,
): LogRow {
  const { timeUs, observedUs, severityNumber, severityText } = record
  return {
    organization_id: origin.organizationId,
    project_id: origin.projectId,
    timestamp: timeUs || observedUs || receivedAt * usPerMs,
    sequence,
    // The number is standardized; the text is whatever the sender's library calls it.
    ...(severityNumber > 0
      ? readSeverity({ words: [], numbers: [severityNumber] })
      : readSeverity({ words: [severityText], numbers: [] })),
    body: scrubber.scrubText(cleanText(toText(record.body), limits.log.bodyLengthMax)),
    trace_id: isTraceId(record.traceId) ? record.traceId : '',
    span_id: isSpanId(record.spanId) ? record.spanId : '',
    service: origin.service,
    release: origin.release,
    environment: origin.environment,
    sdk_name: origin.sdkName,
    attributes: scrubber.scrubAttributes(toAttributes(record, origin)),
    received_at: receivedAt,
  }
}

function toAttributes({ attributes, eventName, severityText }: LogRecord, { scope, resource }: Origin) {
  const map = new AttributeMap()
  addAttributes(map, attributes)
  if (eventName !== '') map.set('event.name', eventName)
  if (severityText !== '') map.set('otel.severity_text', severityText)
  addScope(map, scope)
  map.setAll(resource)
  return map.toRecord()
}

/** Bodies of structured logs can be values of any type. */
function toText(body: AttributeValue): string {
  if (typeof body === 'string') return body
  return body === null ? '' : JSON.stringify(body)
}
