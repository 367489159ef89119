import type { Attributes, LogRecord, Span } from '@signalbox/otlp'
import type { Origin } from '../../../otlp/origin.js'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import type { OtlpException } from './process-otlp-exception.js'

/** Maximum span events examined: as many as are stored. */
const eventsMax = 128

/** True if exceptions in this request also become errors: if its project is configured that way. */
export function extractsExceptions({ meta, rules }: OtlpContext): boolean {
  return meta.project !== undefined && rules.settings.opentelemetry?.exceptions_as_errors === true
}

/** The exceptions recorded in a span. */
export function exceptionsOfSpan({ events, traceId, spanId, name }: Span, origin: Origin): OtlpException[] {
  return events.slice(0, eventsMax).flatMap(({ attributes, timeUs }, index) => {
    if (!hasExceptionAttributes(attributes)) return []
    return [{ origin, attributes, timeUs, traceId, spanId, transaction: name, index }]
  })
}

/**
 * The exception in a log record.
 * @param index Position of the record in its request.
 */
export function exceptionOfLog(record: LogRecord, origin: Origin, index: number): OtlpException[] {
  const { attributes, timeUs, observedUs, traceId, spanId } = record
  if (!hasExceptionAttributes(attributes)) return []
  return [{ origin, attributes, timeUs: timeUs || observedUs, traceId, spanId, transaction: '', index }]
}

/** According to the semantic conventions, at least one of the two is present. */
function hasExceptionAttributes(attributes: Attributes): boolean {
  return attributes.some(([key]) => key === 'exception.type' || key === 'exception.message')
}
