import type { AttributeValue, LogRecord } from '../model.js'
import { toUnixUs } from '../unix-time.js'
import type { WireReader } from '../wire/wire-reader.js'
import { readAnyValue, readKeyValue } from './common.js'

/** A record being read. */
interface OpenRecord extends LogRecord {
  attributes: (readonly [key: string, value: AttributeValue])[]
}

/** Reads a `LogRecord` that ends at `end`. */
export function readLogRecord(reader: WireReader, end: number): LogRecord {
  const record: OpenRecord = {
    timeUs: 0,
    observedUs: 0,
    severityNumber: 0,
    severityText: '',
    body: null,
    attributes: [],
    traceId: '',
    spanId: '',
    eventName: '',
  }
  while (reader.isBefore(end)) readField(reader, end, record)
  return record
}

function readField(reader: WireReader, end: number, record: OpenRecord): void {
  const tag = reader.readTag()
  switch (tag) {
    case 0x09:
      reader.readFixed64()
      record.timeUs = toUnixUs(reader.high, reader.low)
      break
    case 0x10:
      record.severityNumber = reader.readVarint32()
      break
    case 0x1a:
      record.severityText = reader.readText(end)
      break
    case 0x2a:
      record.body = readAnyValue(reader, reader.readEnd(end))
      break
    case 0x32:
      record.attributes.push(readKeyValue(reader, reader.readEnd(end)))
      break
    case 0x4a:
      record.traceId = reader.readHex(end)
      break
    case 0x52:
      record.spanId = reader.readHex(end)
      break
    case 0x59:
      reader.readFixed64()
      record.observedUs = toUnixUs(reader.high, reader.low)
      break
    case 0x62:
      record.eventName = reader.readText(end)
      break
    default:
      reader.skip(tag, end)
  }
}
