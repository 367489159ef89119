import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBody, parseEnvelope, type Envelope, type EnvelopeItem } from '@signalbox/envelope'
import { readJson } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../../src/pipeline/kind-pipeline.js'
import { envelopeContext } from './item-context.js'

const folder = join(import.meta.dirname, '../../../../test/fixtures/envelopes')

/** Approximate time of the recordings. */
export const recordedAt = Date.parse('2026-11-21T02:05:00.000Z')

/** A recorded item, with its expected report. */
export interface RecordedItem {
  file: string
  payload: unknown
  context: EnvelopeItemContext
  expected: Record<string, unknown>
}

interface IndexEntry {
  file: string
  content_encoding: string | null
  expect: { items?: ({ item: string } & Record<string, unknown>)[] }
}

/** Every recorded item of a type. */
export async function readRecordedItems(type: string): Promise<RecordedItem[]> {
  const index = JSON.parse(readFileSync(join(folder, 'INDEX.json'), 'utf8')) as IndexEntry[]
  const entries = index.filter(({ expect }) => expect.items?.some(({ item }) => item === type) === true)
  return (await Promise.all(entries.map((entry) => readEntry(entry, type)))).flat()
}

async function readEntry({ file, content_encoding: encoding, expect }: IndexEntry, type: string) {
  const known = encoding === 'gzip' || encoding === 'br' ? encoding : 'identity'
  const body = await decodeBody(readFileSync(join(folder, file)), known, { bytesMax: 2 ** 24 })
  const envelope = parseEnvelope(body)
  const expected = (expect.items ?? []).filter(({ item }) => item === type)
  return envelope.items
    .filter((item) => item.type === type)
    .map((item, index) => toRecordedItem(file, item, { envelope, expected: expected[index]! }))
}

function toRecordedItem(
  file: string,
  item: EnvelopeItem,
  { envelope, expected }: { envelope: Envelope; expected: Record<string, unknown> },
): RecordedItem {
  const reading = readJson(item.payload)
  const base = envelopeContext({ header: item.header, payload: {} })
  const meta = { ...base.meta, receivedAt: recordedAt }
  const itemPosition = `envelopes:0:0:${item.index}`
  const context = { ...base, meta, item, header: envelope.header, itemPosition }
  return { file, payload: reading.ok ? reading.value : undefined, context, expected }
}
