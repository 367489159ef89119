import { gzipSync } from 'node:zlib'
import { limits } from '@signalbox/contracts'
import { processBatch } from '@signalbox/consumer'
import { receiverPaths } from '@signalbox/ingest'
import { publicKey, startIngest, type IngestServer } from '../../services/ingest/test/ingest-server.js'
import { sendRaw } from '../support/raw-request.js'
import type { Random } from '../support/random.js'
import { mutateBytes, mutateField, mutateText, type Json } from './mutations.js'
import type { Corpus, FuzzSubject } from './subject.js'

/** Requests from senders with an application's DSN, which is public, and from senders with nothing. */

/** Bodies for endpoints other than the envelope's; each is sent to any of them. */
const samples: readonly [{ [key: string]: Json }, ...{ [key: string]: Json }[]] = [
  { event_id: 'a'.repeat(32), message: 'failed', exception: { values: [{ type: 'E', value: 'v' }] }, level: 'error' },
  { 'csp-report': { 'document-uri': 'https://shop.example/', 'violated-directive': 'img-src', 'blocked-uri': 'x' } },
  {
    'expect-ct-report': { 'date-time': '2026-11-21T00:00:00Z', hostname: 'shop.example', port: 443, scts: [] },
  },
  { status: 'ok', check_in_id: 'b'.repeat(32), duration: 1.5, environment: 'production', monitor_config: {} },
  { spans: [{ trace_id: 'c'.repeat(32), span_id: 'd'.repeat(16), service: 's', operation: 'o', duration_ms: 1 }] },
  { metrics: [{ timestamp: '2026-06-01T12:00:00Z', cluster: 'c', node: 'n', metrics: { cpu_usage_cores: 0.5 } }] },
]
const contentTypes = [
  'application/json',
  'application/csp-report',
  'application/reports+json',
  'application/expect-ct-report+json',
  'application/x-sentry-envelope',
  'application/x-protobuf',
  'application/x-www-form-urlencoded',
  'text/plain',
] as const

export const formType = 'multipart/form-data; boundary=part-of-a-form'

/** A form with files, as clients send it. */
export function formOf(random: Random): Buffer {
  const boundary = 'part-of-a-form'
  const part = (head: string, content: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`
  const event = JSON.stringify(mutateField(samples[0], random).json)
  const parts = [
    part('name="upload_file_minidump"; filename="a.dmp"', 'MDMP\0\0\0\0'),
    part('name="sentry"', event),
    part('name="sentry[tags][a]"', mutateText('value', random)),
    part('name="some"; filename="log.txt"', 'line'),
  ]
  return Buffer.from(`${parts.join('')}--${boundary}--\r\n`)
}

function bodyOf({ envelopes }: Corpus, random: Random): { body: Buffer; type: string } {
  const choice = random.next()
  if (choice < 0.25) {
    const form = random.next() < 0.7 ? mutateBytes(formOf(random), random) : formOf(random)
    return { body: form, type: formType }
  }
  if (choice < 0.5) {
    const dsn = mutateText(`http://${publicKey}@signalbox.example/42`, random)
    const envelope = Buffer.from(envelopes[random.integer(0, envelopes.length - 1)]!)
    const rest = envelope.subarray(envelope.indexOf(10) + 1)
    const tunnelled = Buffer.concat([Buffer.from(`${JSON.stringify({ dsn, event_id: 'a'.repeat(32) })}\n`), rest])
    return { body: random.next() < 0.5 ? mutateBytes(tunnelled, random) : tunnelled, type: 'text/plain' }
  }
  const text = JSON.stringify(mutateField(random.pick(samples), random).json)
  const list = random.next() < 0.2 ? `[${text},${text}]` : text
  const body = random.next() < 0.3 ? mutateBytes(Buffer.from(list), random) : Buffer.from(list)
  return { body, type: random.pick(contentTypes) }
}

function addressOf(random: Random): string {
  const names: Readonly<Record<string, string>> = {
    project: '42',
    slug: 'nightly',
    key: publicKey,
    eventId: 'a'.repeat(32),
  }
  const path = random.pick([receiverPaths[0], ...receiverPaths.slice(1)]).replaceAll(/:(\w+)/g, (_, name: string) => {
    const text = random.next() < 0.8 ? (names[name] ?? '') : mutateText(names[name] ?? '', random).slice(0, 1_000)
    return encodeURIComponent(text.toWellFormed())
  })
  const query = `sentry_key=${publicKey}&sentry_version=7&status=ok&sentry_release=a&sentry_data=${random.hex(8)}`
  const damaged = random.next() < 0.8 ? query : encodeURI(mutateText(query, random).slice(0, 2_000).toWellFormed())
  return random.next() < 0.2 ? path : `${path}?${damaged}`
}

let server: IngestServer | undefined

/** Every request gets a success or a client error, and accepted items are stored or counted. */
export const ingestRequests: FuzzSubject = {
  name: 'requests to every endpoint of ingestion',
  rounds: 1_500,
  round: async (corpus, random) => {
    server ??= await startIngest()
    const { body, type } = bodyOf(corpus, random)
    const isPacked = random.next() < 0.2
    const headers = {
      'content-type': random.next() < 0.9 ? type : random.pick(contentTypes),
      ...(isPacked && { 'content-encoding': random.pick(['gzip', 'gzip', 'br', 'zstd', 'deflate']) }),
      ...(random.next() < 0.3 && { 'x-sentry-auth': `Sentry sentry_key=${publicKey}` }),
      ...(random.next() < 0.3 && {
        authorization: random.pick(['Bearer writer', `Bearer ${publicKey}`, 'Basic eA==']),
      }),
    }
    const path = addressOf(random)
    const method = random.pick(['POST', 'POST', 'POST', 'GET', 'OPTIONS'])
    const sent = isPacked ? gzipSync(body) : body
    const answer = await sendRaw(server.url, path, { method, headers, body: method === 'POST' ? sent : '' })
    if (answer.status >= 500) throw new Error(`${method} ${path} got status ${answer.status}: ${answer.body}`)
    if (server.faults.length > 0) throw new Error(`${method} ${path}: ${String(server.faults[0])}`)
    await processAll(server)
  },
  close: async () => {
    await server?.close()
    server = undefined
  },
}

async function processAll(from: IngestServer): Promise<void> {
  for (const { topic, record } of from.take()) {
    if (topic === 'outcomes' || topic === 'dead-letters') continue
    const records = [{ ...record, offset: 7 }]
    const batch = { topic, partition: 0, start: 7, end: 8, records, repeated: false } as const
    const { deadLetters } = await processBatch(batch, { retentionDays: limits.retentionDays })
    if (deadLetters.length > 0) throw new Error(`a dead letter of ${topic}: ${deadLetters[0]!.detail}`)
  }
}
