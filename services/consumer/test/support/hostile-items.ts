import fc from 'fast-check'
import { readJson } from '@signalbox/sentry-events'
import { checkRow, type TableName } from '@signalbox/telemetry-store/rows'
import type { ItemResult } from '../../src/batch/item-result.js'
import type { EnvelopeItemPipeline } from '../../src/pipeline/kind-pipeline.js'
import { envelopeContext } from './item-context.js'

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('\ud800', '\u0000', '__proto__', '1e999', '-1', ' ', '{{auto}}', 'a'.repeat(9_000), '0'.repeat(32)),
)

const values = fc.oneof(
  texts,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(null, -1, 0, 1e308, true, [], {}, [[]], { values: [null] }),
)

/** Payloads with some of the fields that a pipeline reads, with arbitrary values. */
function hostilePayloads(fields: readonly string[]): fc.Arbitrary<unknown> {
  const objects = fc.dictionary(fc.constantFrom(...fields), values)
  const nested = fc.dictionary(fc.constantFrom(...fields), fc.oneof(values, objects))
  return fc.oneof(values, objects, fc.dictionary(fc.constantFrom(...fields), fc.oneof(values, nested)))
}

/**
 * Checks that no payload makes a pipeline throw, that its results add up to its quantity, and that its rows can be
 * stored.
 */
export function expectNoHarm(type: string, pipeline: EnvelopeItemPipeline, fields: readonly string[]): void {
  const property = fc.property(hostilePayloads(fields), hostilePayloads(fields), (sent, header) => {
    const payload: unknown = JSON.parse(JSON.stringify(sent))
    const fieldsOfHeader = typeof header === 'object' && header !== null ? { ...header } : {}
    const context = envelopeContext({ header: { ...fieldsOfHeader, type }, payload })
    const quantity = pipeline.quantity(context.item, payload)
    const reading = (pipeline.read ?? readJson)(context.item.payload)
    const result = pipeline.process(reading.ok ? reading.value : undefined, context)
    checkRows(result)
    return result.counts.reduce((sum, count) => sum + count.quantity, 0) === quantity
  })
  fc.assert(property, { numRuns: 300 })
}

function checkRows({ rows }: ItemResult): void {
  for (const [table, list] of Object.entries(rows)) {
    for (const row of list ?? []) checkRow(table as TableName, row)
  }
}
