import type { Attributes, LogRecord, Span } from '@signalbox/otlp'
import type { Origin } from '../../../otlp/origin.js'
import type { OtlpContext } from '../../../otlp/otlp-context.js'
import type { OtlpException } from './process-otlp-exception.js'

/** Events of one span that are looked at: as many as are kept. */
const eventsMax = 128

/** Whether exceptions of this request become errors as well: when the project that it belongs to asks for it. */
export function wantsExceptions({ meta, rules }: OtlpContext): boolean {
  return meta.project !== undefined && rules.settings.opentelemetry?.exceptions_as_errors === true
}

/** The exceptions that happened in a span. */
export function exceptionsOfSpan({ events, traceId, spanId, name }: Span, origin: Origin): OtlpException[] {
  return events.slice(0, eventsMax).flatMap(({ attributes, timeUs }, index) => {
    if (!tellsException(attributes)) return []
    return [{ origin, attributes, timeUs, traceId, spanId, transaction: name, index }]
  })
}

/** The exception that a log record tells of. @param index Position of the record in its request. */
export function exceptionOfLog(record: LogRecord, origin: Origin, index: number): OtlpException[] {
  const { attributes, timeUs, observedUs, traceId, spanId } = record
  if (!tellsException(attributes)) return []
  return [{ origin, attributes, timeUs: timeUs || observedUs, traceId, spanId, transaction: '', index }]
}

/** By the semantic conventions one of the two is always there. */
function tellsException(attributes: Attributes): boolean {
  return attributes.some(([key]) => key === 'exception.type' || key === 'exception.message')
}
