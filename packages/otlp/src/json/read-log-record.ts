import type { LogRecord } from '../model.js'
import { readAnyValue, readAttributes } from './common.js'
import { severityNumbers } from './enums.js'
import { enumOf, fieldOf, hexOf, textOf, timeOf, type JsonFields } from './json-fields.js'

/** @throws MalformedError */
export function readLogRecord(fields: JsonFields): LogRecord {
  return {
    timeUs: timeOf(fields, 'timeUnixNano').us,
    observedUs: timeOf(fields, 'observedTimeUnixNano').us,
    severityNumber: enumOf(fields, 'severityNumber', severityNumbers),
    severityText: textOf(fields, 'severityText'),
    body: readAnyValue(fieldOf(fields, 'body')),
    attributes: readAttributes(fields),
    traceId: hexOf(fields, 'traceId'),
    spanId: hexOf(fields, 'spanId'),
    eventName: textOf(fields, 'eventName'),
  }
}
