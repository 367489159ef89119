import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { ContentEncoding } from '@signalbox/contracts'
import { decodeBody, parseEnvelope } from '@signalbox/envelope'
import { kinds } from '../src/kinds/index.js'
import { processBatch } from '../src/process-batch.js'
import { readJson } from '@signalbox/sentry-events'
import { toStoredStatus } from '../src/kinds/span/sentry-status.js'
import { envelopeContext, spansOf } from './support/item-context.js'
import { envelopeRecord, processOptions, toBatch } from './support/records.js'

/** Requests of real SDKs, with their contents according to an independent parser. */
const directory = join(import.meta.dirname, '../../../test/fixtures/envelopes')
const receivedAt = Date.parse('2026-11-21T02:05:00.000Z')

interface ExpectedSpan {
  span_id: string
  parent?: string | null
  op?: string
  description?: string
  name?: string
  status?: string | null
}

interface ExpectedItem {
  item: string
  transaction?: string
  trace?: ExpectedSpan & { trace_id: string; parent_span_id?: string }
  spans?: ExpectedSpan[]
  count?: number
}

interface RecordedRequest {
  file: string
  method: string
  path: string
  content_encoding: string | null
  expect: { status: number; items?: ExpectedItem[] }
}

function readRequests(): RecordedRequest[] {
  const index = JSON.parse(readFileSync(join(directory, 'INDEX.json'), 'utf8')) as RecordedRequest[]
  return index.filter(({ method, expect: { status, items } }) => {
    return method === 'POST' && status === 200 && items !== undefined
  })
}

function encodingOf({ content_encoding: encoding }: RecordedRequest): ContentEncoding {
  return encoding === 'gzip' || encoding === 'br' ? encoding : 'identity'
}

function bodyOf({ file }: RecordedRequest): Buffer {
  return readFileSync(join(directory, file))
}

function storedUnits({ item, spans, count }: ExpectedItem): number {
  if (item === 'transaction') return 1 + (spans?.length ?? 0)
  if (containers.has(item)) return count ?? 1
  return countedAsOne.has(item) ? 1 : 0
}

const containers = new Set(['span', 'log', 'trace_metric'])
const countedAsOne = new Set([
  'event',
  'store-event',
  'check_in',
  'feedback',
  'attachment',
  'session',
  'sessions',
  'client_report',
])

describe('recorded envelopes of SDKs', () => {
  for (const request of readRequests()) {
    it(`${request.file} ends as ${request.expect.items?.map(({ item }) => item).join(', ') ?? ''}`, async () => {
      const form = request.path.includes('/store/') ? 'store' : 'envelope'
      const record = envelopeRecord(bodyOf(request), { receivedAt, form, encoding: encodingOf(request) })
      const processed = await processBatch(toBatch('envelopes', [record]), processOptions)
      const units = (request.expect.items ?? []).reduce((sum, item) => sum + storedUnits(item), 0)
      expect(processed.deadLetters).to.deep.equal([])
      expect(processed.counts.items.stored).to.equal(units)
    })
  }

  for (const request of readRequests()) {
    const expected = request.expect.items?.filter(({ item }) => item === 'transaction' || item === 'span') ?? []
    if (expected.length === 0) continue
    it(`${request.file} retains ids, parents, names and statuses of its spans`, async () => {
      const body = await decodeBody(bodyOf(request), encodingOf(request), { bytesMax: 10_000_000 })
      const items = parseEnvelope(body).items.filter(({ type }) => type in kinds.span)
      expect(items).to.have.length(expected.length)
      items.forEach((item, index) => {
        const reading = readJson(item.payload)
        const payload = reading.ok ? reading.value : undefined
        const context = { ...envelopeContext({ header: item.header, payload }, undefined), item }
        const pipeline = item.type === 'span' ? kinds.span.span : kinds.span.transaction
        const meta = { ...context.meta, receivedAt }
        expect(spansOf(pipeline.process(payload, { ...context, meta })).map(describeRow)).to.deep.equal(
          expectedSpans(expected[index]!).map(describeExpected),
        )
      })
    })
  }
})

function expectedSpans({ item, transaction = '', trace, spans = [] }: ExpectedItem): ExpectedSpan[] {
  if (item === 'span' || trace === undefined) return spans
  return [{ ...trace, parent: trace.parent_span_id ?? null, name: transaction }, ...spans]
}

function describeRow(row: ReturnType<typeof spansOf>[number]) {
  return [row.span_id, row.parent_span_id, row.operation, row.attributes['sentry.op'] ?? '', row.status]
}

function describeExpected({ span_id, parent, name, description, op, status }: ExpectedSpan) {
  return [span_id, parent ?? '', name ?? description ?? op, op ?? '', toStoredStatus(status)]
}
