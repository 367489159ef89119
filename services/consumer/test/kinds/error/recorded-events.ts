import { readFile } from 'node:fs/promises'
import { decodeBody, parseEnvelope } from '@signalbox/envelope'
import { inflateSync } from 'node:zlib'
import type { EventInput } from '@signalbox/sentry-events'
import { eventInput } from './event-input.js'

const folder = new URL('../../../../../test/fixtures/envelopes/', import.meta.url)

/** The expected report of a recorded event. */
export interface ExpectedEvent {
  item: string
  event_id: string
  exceptions_oldest_first?: { type: string | null; value: string | null; handled: boolean | null; frames: number }[]
  main_exception?: { type: string | null; value: string | null }
  message?: string | { message?: string; formatted?: string }
  level: string
  platform: string
  sdk: { name: string | null; version: string | null }
  release?: string
  dist?: string
  environment?: string
  server_name?: string
  transaction?: string
  tags?: Record<string, string>
  user?: Record<string, string>
  fingerprint?: string[]
  breadcrumbs?: number
  extra_keys?: string[]
  trace: { trace_id?: string; span_id?: string }
}

export interface RecordedEvent {
  file: string
  input: EventInput
  expected: ExpectedEvent
}

interface IndexEntry {
  file: string
  headers: string
  content_encoding: string | null
  expect: { items?: ExpectedEvent[] }
}

/** The sender's address in these tests. */
export const clientIp = '192.0.2.44'

/** Every recorded event, as passed on by the pipeline. */
export async function readRecordedEvents(): Promise<RecordedEvent[]> {
  const index = await readJson<IndexEntry[]>('INDEX.json')
  const events = await Promise.all(index.map(readEvent))
  return events.filter((event) => event !== undefined)
}

async function readEvent(entry: IndexEntry): Promise<RecordedEvent | undefined> {
  const expected = entry.expect.items?.find(({ item }) => item === 'event' || item === 'store-event')
  if (expected === undefined) return undefined
  const { receivedAt } = await readJson<{ receivedAt: string }>(entry.headers)
  const body = await readFile(new URL(entry.file, folder))
  const known = { receivedAt: Date.parse(receivedAt), clientIp }
  if (expected.item === 'store-event') {
    return { file: entry.file, expected, input: eventInput(readStorePayload(body), known) }
  }
  const encoding =
    entry.content_encoding === 'gzip' || entry.content_encoding === 'br' ? entry.content_encoding : 'identity'
  const envelope = parseEnvelope(await decodeBody(body, encoding, { bytesMax: 2 ** 24 }))
  const item = envelope.items.find(({ type }) => type === 'event')
  const payload: unknown = JSON.parse(Buffer.from(item!.payload).toString())
  const { eventId: headerEventId, sentAt, fields } = envelope.header
  return {
    file: entry.file,
    expected,
    input: eventInput(payload, { ...known, headerEventId, sentAt, sdk: fields['sdk'] }),
  }
}

function readStorePayload(body: Buffer): unknown {
  const isJson = body[0] === 0x7b
  return JSON.parse((isJson ? body : inflateSync(Buffer.from(body.toString(), 'base64'))).toString())
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, folder), 'utf8')) as T
}
