import { limits, envelopeMetaCodec, type EnvelopeMeta } from '@signalbox/contracts'
import { processBatch, type ProcessedBatch } from '@signalbox/consumer'
import { checkEnvelopeLimits, decodeBody, EnvelopeError, parseEnvelope } from '@signalbox/envelope'
import { readRecordedRequests } from '../support/recorded-requests.js'
import type { Random } from '../support/random.js'
import { mutateBytes, mutateField, randomBytes, type Json } from './mutations.js'
import { apiRequests, publicRequests, toolMessages } from './api-subjects.js'
import { callersBodySubjects, inflation } from './body-subjects.js'
import { ingestRequests } from './ingest-subjects.js'
import { otlpSubjects } from './otlp-subjects.js'
import { passkeys } from './passkey-subjects.js'
import { edits, expositions, headers, incidentBundles, quotations, schedules } from './reader-subjects.js'
import { rememberedStacks } from './remembered-stacks.js'
import { rules } from './rule-subjects.js'
import { countedItems, type Corpus, type FuzzSubject } from './subject.js'
import { authentication, callersTextSubjects, stackText } from './text-subjects.js'

/** Everything in the recorded requests. */
export async function readCorpus(): Promise<Corpus> {
  const envelopes: Uint8Array[] = []
  const events: { [key: string]: Json }[] = []
  for (const { body, headers, path } of await readRecordedRequests()) {
    if (!path.endsWith('/envelope/') || body.length === 0) continue
    const encoding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1]
    const isGzip = encoding === 'gzip' || encoding === 'br'
    const inflated = isGzip ? await decodeBody(body, encoding, { bytesMax: 10_000_000 }) : body
    envelopes.push(inflated)
    for (const item of parseEnvelope(inflated).items) {
      if (item.type !== 'event') continue
      events.push(JSON.parse(Buffer.from(item.payload).toString()) as { [key: string]: Json })
    }
  }
  return { envelopes, events }
}

const receivedAt = Date.UTC(2026, 10, 21, 2, 10)

const meta: EnvelopeMeta = {
  organizationId: 'organization',
  project: { id: 'project', number: 42, name: 'shop' },
  receivedAt,
  encoding: 'identity',
  form: 'envelope',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36',
  clientIp: '203.0.113.7',
  omitted: [],
}

function processBody(value: Uint8Array): Promise<ProcessedBatch> {
  const records = [{ offset: 7, rows: 1, headers: envelopeMetaCodec.encode(meta), value }]
  const batch = { topic: 'envelopes', partition: 0, start: 7, end: 8, records, repeated: false } as const
  return processBatch(batch, { retentionDays: limits.retentionDays })
}

function rowsOf({ inserts }: ProcessedBatch, table: string): number {
  const found = inserts.find((insert) => insert.table === table)
  return found?.days.reduce((sum, { rows }) => sum + rows, 0) ?? 0
}

const encoder = new TextEncoder()

function envelopeOf(type: string, payload: string): Uint8Array {
  return encoder.encode(`{"event_id":"${'a'.repeat(32)}"}\n{"type":"${type}"}\n${payload}\n`)
}

/** Parses an envelope if it is one. @throws any error other than a rejection. */
function readEnvelope(body: Uint8Array) {
  try {
    return parseEnvelope(body)
  } catch (error) {
    if (error instanceof EnvelopeError) return undefined
    throw error
  }
}

const pickOne = <T>(values: readonly T[], random: Random): T => values[random.integer(0, values.length - 1)]!

/** The frame: random bytes and damaged envelopes are rejected or parsed, and parsed parts stay within the body. */
const frame: FuzzSubject = {
  name: 'frame of the envelope',
  round: ({ envelopes }, random) => {
    const original = pickOne(envelopes, random)
    const body = random.next() < 0.2 ? randomBytes(random, random.integer(0, 2_000)) : mutateBytes(original, random)
    const envelope = readEnvelope(body)
    if (envelope === undefined) return
    checkEnvelopeLimits(envelope)
    const bytes = envelope.items.reduce((sum, { payload }) => sum + payload.length, 0)
    if (bytes > body.length) throw new Error(`${bytes} bytes of payload were read from ${body.length}`)
  },
}

/** Damaged envelopes through the complete pipeline: no item is lost uncounted, and none becomes a dead letter. */
const pipeline: FuzzSubject = {
  name: 'damaged envelopes',
  round: async ({ envelopes }, random) => {
    const body = mutateBytes(pickOne(envelopes, random), random)
    const envelope = readEnvelope(body)
    // Ingest rejects anything but envelopes, which then never reach the log.
    if (envelope === undefined || checkEnvelopeLimits(envelope) !== undefined) return
    const processed = await processBody(body)
    const { deadLetters } = processed
    if (deadLetters.length > 0) throw new Error(`a dead letter: ${deadLetters[0]!.detail}\n${body.toString()}`)
    const counted = countedItems(processed)
    if (counted < envelope.items.length) throw new Error(`${envelope.items.length} items, ${counted} counted`)
  },
}

/** Wrong values in any item's payload: never a dead letter. */
const items: FuzzSubject = {
  name: 'wrong values in items of all types',
  round: async ({ envelopes }, random) => {
    const envelope = parseEnvelope(pickOne(envelopes, random))
    for (const { type, payload } of envelope.items) {
      const json = readObject(payload)
      if (json === undefined) continue
      const { json: mutated, pointer } = mutateField(json, random)
      const { deadLetters } = await processBody(envelopeOf(type, JSON.stringify(mutated)))
      if (deadLetters.length > 0) throw new Error(`${type}${pointer}: a dead letter: ${deadLetters[0]!.detail}`)
    }
  },
}

function readObject(payload: Uint8Array): { [key: string]: Json } | undefined {
  try {
    const value = JSON.parse(Buffer.from(payload).toString()) as Json
    const isUsable = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isUsable && Object.keys(value).length > 0 ? value : undefined
  } catch {
    return undefined // Attachments and recordings are not JSON.
  }
}

/** One wrong value in an event: the event is still stored. */
const events: FuzzSubject = {
  name: 'one bad field in an event',
  round: async ({ events: payloads }, random) => {
    const { json, pointer } = mutateField(pickOne(payloads, random), random)
    const processed = await processBody(envelopeOf('event', JSON.stringify(json)))
    if (rowsOf(processed, 'events') !== 1) {
      throw new Error(`the event was lost for one bad field, ${pointer}: ${JSON.stringify(processed.deadLetters)}`)
    }
  },
}

/** In order: input read before a key is known; input that requires a DSN key, which is public; input from callers. */
export const fuzzSubjects: readonly FuzzSubject[] = [
  authentication,
  headers,
  ingestRequests,
  publicRequests,
  passkeys,
  frame,
  inflation,
  pipeline,
  items,
  events,
  rememberedStacks,
  stackText,
  schedules,
  quotations,
  expositions,
  ...otlpSubjects,
  ...callersTextSubjects,
  rules,
  edits,
  ...callersBodySubjects,
  incidentBundles,
  apiRequests,
  toolMessages,
]
