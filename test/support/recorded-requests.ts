import { readFile } from 'node:fs/promises'

const fixtures = new URL('../fixtures/', import.meta.url)

/** What a correct service reports for one item of a recorded request. */
export interface ExpectedItem {
  item: string
  event_id?: string
  kind?: string
  main_exception?: { type: string | null; value: string | null }
  message?: string | { message?: string; formatted?: string }
  level?: string
  platform?: string
  sdk?: { name: string | null; version: string | null }
  release?: string
  environment?: string
  transaction?: string
  tags?: Record<string, string>
  user?: Record<string, string>
  trace?: { trace_id?: string; span_id?: string; parent_span_id?: string }
  trace_id?: string
  spans?: { span_id: string }[]
  count?: number
  /** Of attachments. */
  filename?: string
  bytes?: number
  sha256?: string
  /** Of check-ins. */
  check_in_id?: string
  monitor_slug?: string
  status?: string
  feedback?: Record<string, unknown>
  metrics?: { name: string; type: string; value: number }[]
  logs?: { body: string; level: string }[]
  discarded_events?: { reason: string; category: string; quantity: number }[]
  /** Of sessions. */
  sid?: string
  init?: boolean
  errors?: number
  attrs?: { release?: string; environment?: string }
  aggregates?: { started: string; exited: number; errored: number; crashed: number }[]
}

/** One request as sent by an SDK. */
export interface RecordedRequest {
  file: string
  method: string
  path: string
  /** Path and query as sent. */
  url: string
  headers: [string, string][]
  body: Uint8Array<ArrayBuffer>
  expect: { status: number; body?: Record<string, unknown> | null; items?: ExpectedItem[] }
}

/** A hand-made request at the edges of the protocol, with the required response. */
export interface EdgeCase {
  name: string
  method: string
  path: string
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
  relay_status: number
  relay_body: Record<string, unknown> | null
}

async function readJson<T>(path: string): Promise<T> {
  return JSON.parse(await readFile(new URL(path, fixtures), 'utf8')) as T
}

async function readBody(path: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(path, fixtures)))
}

/** Reads all recorded requests in `test/fixtures/envelopes`. */
export async function readRecordedRequests(): Promise<RecordedRequest[]> {
  type Entry = Omit<RecordedRequest, 'url' | 'headers' | 'body'> & { headers: string }
  const index = await readJson<Entry[]>('envelopes/INDEX.json')
  return Promise.all(
    index.map(async (entry) => {
      const recorded = await readJson<{ url: string; rawHeaders: [string, string][] }>(`envelopes/${entry.headers}`)
      const body = await readBody(`envelopes/${entry.file}`)
      return { ...entry, url: recorded.url, headers: recorded.rawHeaders, body }
    }),
  )
}

/** Reads all edge cases in `test/fixtures/edge-cases`. */
export async function readEdgeCases(): Promise<EdgeCase[]> {
  const index = await readJson<(Omit<EdgeCase, 'body'> & { file: string })[]>('edge-cases/EDGE.json')
  return Promise.all(index.map(async (entry) => ({ ...entry, body: await readBody(`edge-cases/${entry.file}`) })))
}

/** The DSN used for all recordings. */
export const recordedDsn = { publicKey: '0123456789abcdef0123456789abcdef', number: 42 }

/** Replaces the recorded DSN's key and project number with others of the same length everywhere in a text. */
export function readdress(text: string, to: { publicKey: string; number: number }): string {
  const basic = (key: string) => Buffer.from(`${key}:`).toString('base64')
  return text
    .replaceAll(basic(recordedDsn.publicKey), basic(to.publicKey))
    .replaceAll(recordedDsn.publicKey, to.publicKey)
    .replaceAll(`/api/${recordedDsn.number}/`, `/api/${to.number}/`)
}

/** Like `readdress`, for bytes; compressed bodies do not contain the DSN. */
export function readdressBody(body: Uint8Array, to: { publicKey: string; number: number }): Uint8Array<ArrayBuffer> {
  const text = readdress(Buffer.from(body).toString('latin1'), to).replace(
    new RegExp(`(${to.publicKey}@[^/"]+)/${recordedDsn.number}"`, 'g'),
    `$1/${to.number}"`,
  )
  return new Uint8Array(Buffer.from(text, 'latin1'))
}
