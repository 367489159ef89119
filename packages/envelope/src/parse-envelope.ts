import { limits, parseTimestamp, readEventId } from '@signalbox/contracts'
import { EnvelopeError, type Envelope, type EnvelopeHeader, type EnvelopeItem } from './envelope.js'
import { readHeaderLine, skipWhiteSpace, type HeaderLine, type JsonObject } from './header-line.js'

const LF = 0x0a
const lengthMax = 0xffff_ffff
const invalidHeader = 'invalid envelope header'
const invalidItemHeader = 'invalid item header'
const unexpectedEnd = 'unexpected end of file'
const missingNewline = 'missing newline after header or payload'

/** Limit for all item headers together: parsed objects are many times larger than their text. */
const itemHeaderBytesMax = 64 * limits.envelope.headerLineBytesMax

/**
 * Parses the frame of an envelope: a header line, then items of a header line and a payload each. Payloads are views
 * into the body and are not parsed. Time and memory are linear in the size of the body. If there are more than
 * `limits.envelope.itemsMax` items, parsing stops at one item more, which makes `checkEnvelopeLimits` reject the
 * envelope.
 * @param body The inflated request body.
 * @throws EnvelopeError with the protocol's causes.
 */
export function parseEnvelope(body: Uint8Array): Envelope {
  const buffer = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const line = findHeaderLine(buffer)
  return { header: readEnvelopeHeader(line.fields), items: parseItems(buffer, line.end + 1) }
}

/**
 * Parses only the header of an envelope.
 * @param beginning Start of the inflated body: at least the maximum header length, unless the body is shorter.
 * @throws EnvelopeError like `parseEnvelope`.
 */
export function parseEnvelopeHeader(beginning: Uint8Array): EnvelopeHeader {
  const buffer = Buffer.from(beginning.buffer, beginning.byteOffset, beginning.byteLength)
  return readEnvelopeHeader(findHeaderLine(buffer).fields)
}

function findHeaderLine(body: Buffer): HeaderLine {
  const start = skipWhiteSpace(body, 0)
  if (start === body.length) throw new EnvelopeError(['missing envelope header'])
  return readHeaderLine(body, start, invalidHeader)
}

function parseItems(body: Buffer, start: number): EnvelopeItem[] {
  const items: EnvelopeItem[] = []
  let headerBytes = 0
  let position = start
  while (items.length <= limits.envelope.itemsMax && !isEnd(body, position)) {
    const headerStart = skipWhiteSpace(body, position)
    if (headerStart === body.length) throw new EnvelopeError([unexpectedEnd])
    const line = readHeaderLine(body, headerStart, invalidItemHeader)
    headerBytes += line.end - headerStart
    if (headerBytes > itemHeaderBytesMax) {
      throw new EnvelopeError([invalidItemHeader, 'headers are too long'], 'too-large')
    }
    const item = readItem(body, line, items.length)
    items.push(item)
    position = Math.min(line.end + 1, body.length) + item.payload.length + 1
  }
  return items
}

/** Tolerates any number of blank lines at the end. */
function isEnd(body: Buffer, start: number): boolean {
  let position = start
  while (body[position] === LF) position += 1
  return position >= body.length
}

function readItem(body: Buffer, line: HeaderLine, index: number): EnvelopeItem {
  const type = line.fields['type']
  if (typeof type !== 'string') throw new EnvelopeError([invalidItemHeader, 'missing field `type`'])
  const start = Math.min(line.end + 1, body.length)
  const end = findPayloadEnd(body, start, line.fields['length'])
  return { index, type, header: line.fields, payload: body.subarray(start, end) }
}

function findPayloadEnd(body: Buffer, start: number, length: unknown): number {
  if (length === undefined || length === null) {
    const newline = body.indexOf(LF, start)
    return newline === -1 ? body.length : newline
  }
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0 || length > lengthMax) {
    throw new EnvelopeError([invalidItemHeader, 'field `length` is not a 32-bit unsigned integer'])
  }
  const end = start + length
  if (end > body.length) throw new EnvelopeError([unexpectedEnd])
  if (end < body.length && body[end] !== LF) throw new EnvelopeError([missingNewline])
  return end
}

function readEnvelopeHeader(fields: JsonObject): EnvelopeHeader {
  return {
    eventId: readHeaderEventId(fields['event_id']),
    dsn: readDsn(fields['dsn']),
    // Parsed lazily: parsing a time costs more than the rest of the header, and ingest does not need it.
    get sentAt() {
      return readTime(fields['sent_at'])
    },
    fields,
  }
}

function readTime(value: unknown): number | undefined {
  return typeof value === 'string' ? parseTimestamp(value) : undefined
}

function readHeaderEventId(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  const id = readEventId(value)
  if (id === undefined) throw new EnvelopeError([invalidHeader, 'field `event_id` is not a UUID'])
  return id
}

function readDsn(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw new EnvelopeError([invalidHeader, 'field `dsn` is not a string'])
  return value
}
