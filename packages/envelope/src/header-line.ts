import { isUtf8 } from 'node:buffer'
import { limits, parseJsonObject } from '@signalbox/contracts'
import { EnvelopeError } from './envelope.js'

const LF = 0x0a
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

export type JsonObject = Readonly<Record<string, unknown>>

export interface HeaderLine {
  fields: JsonObject
  /** Index after the header's last brace: the position of the newline, or the end of the body. */
  end: number
}

/** Skips JSON white space, including newlines. */
export function skipWhiteSpace(body: Buffer, start: number): number {
  let position = start
  while (isWhiteSpace(body[position])) position += 1
  return position
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === LF || byte === 0x20 || byte === 0x0d || byte === 0x09
}

/**
 * Reads the JSON object that starts at `start`. The protocol requires a single JSON value directly followed by a
 * newline or the end of input; the value may span lines, although no SDK does that.
 * @param fault First cause of the error: which header is invalid.
 * @throws EnvelopeError
 */
export function readHeaderLine(body: Buffer, start: number, fault: string): HeaderLine {
  const newline = body.indexOf(LF, start)
  const lineEnd = newline === -1 ? body.length : newline
  if (lineEnd - start > limits.envelope.headerLineBytesMax) return readSpanningHeader(body, start, fault)
  const fields = body[lineEnd - 1] === CLOSING_BRACE ? parseObject(body, start, lineEnd) : undefined
  return fields === undefined ? readSpanningHeader(body, start, fault) : { fields, end: lineEnd }
}

/** Slow path for headers that are not exactly one line: finds the end of the value, then checks what follows. */
function readSpanningHeader(body: Buffer, start: number, fault: string): HeaderLine {
  if (body[start] !== OPENING_BRACE) throw new EnvelopeError([fault, 'expected a JSON object'])
  const limit = Math.min(body.length, start + limits.envelope.headerLineBytesMax)
  const end = findObjectEnd(body, start, limit)
  if (end === undefined && limit < body.length) throw new EnvelopeError([fault, 'header is too long'], 'too-large')
  const fields = end === undefined ? undefined : parseObject(body, start, end)
  if (end === undefined || fields === undefined) throw new EnvelopeError([fault, 'not valid JSON'])
  if (end < body.length && body[end] !== LF) throw new EnvelopeError(['missing newline after header or payload'])
  return { fields, end }
}

/** Counts braces outside of strings, without recursion, so that depth costs nothing. */
function findObjectEnd(body: Buffer, start: number, limit: number): number | undefined {
  let depth = 0
  let inString = false
  for (let position = start; position < limit; position += 1) {
    const byte = body[position]
    if (byte === QUOTE) inString = !inString
    else if (inString && byte === BACKSLASH) position += 1
    else if (!inString && byte === OPENING_BRACE) depth += 1
    else if (!inString && byte === CLOSING_BRACE) depth -= 1
    if (depth === 0) return position + 1
  }
  return undefined
}

function parseObject(body: Buffer, start: number, end: number): JsonObject | undefined {
  if (!isUtf8(body.subarray(start, end))) return undefined
  return parseJsonObject(body.toString('utf8', start, end))
}
