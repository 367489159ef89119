import { readdir, readFile } from 'node:fs/promises'
import { expect } from 'chai'
import fc from 'fast-check'
import { limits } from '@signalbox/contracts'
import { isJsonObject, toPayload, type JsonObject } from '../../src/index.js'
import { eventOf, isWellFormed, payloadOf } from '../event-of.js'

/** The normal form as JSON: a missing field and an undefined one are the same. */
function withoutChanges(event: object): unknown {
  return { ...(JSON.parse(JSON.stringify(event)) as JsonObject), changes: [] }
}

const fixtures = new URL('../../../../test/fixtures/envelopes/', import.meta.url)

/** The uncompressed events in the recorded requests: the bytes after an item header of that type. */
async function readRecorded(): Promise<JsonObject[]> {
  const files = (await readdir(fixtures)).filter((name) => name.endsWith('.body'))
  const bodies = await Promise.all(files.map((name) => readFile(new URL(name, fixtures), 'utf8')))
  return bodies.flatMap((body) => {
    const lines = body.split('\n').map(parseLine)
    return lines.filter((line, index) => lines[index - 1]?.['type'] === 'event' && line !== undefined) as JsonObject[]
  })
}

function parseLine(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJsonObject(value) ? value : undefined
  } catch {
    // Skips binary and compressed parts.
    return undefined
  }
}

const names = [
  ...['exception', 'values', 'type', 'value', 'stacktrace', 'frames', 'function', 'filename', 'abs_path', 'mechanism'],
  ...[
    'threads',
    'logentry',
    'message',
    'params',
    'formatted',
    'tags',
    'user',
    'ip_address',
    'request',
    'headers',
    'data',
  ],
  ...[
    'url',
    'query_string',
    'cookies',
    'contexts',
    'trace',
    'trace_id',
    'breadcrumbs',
    'timestamp',
    'fingerprint',
    'level',
  ],
  ...[
    'sdk',
    'settings',
    'infer_ip',
    'extra',
    'modules',
    'vars',
    'pre_context',
    'platform',
    'release',
    'environment',
    'env',
  ],
] as const
const texts = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'text',
    '\ud800',
    'a=1&b=%20',
    '{"a":[1]}',
    'Error: x',
    '%s {}',
    '{{auto}}',
    'https://h/p?q#f',
    'javascript',
  ),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('x', '🚀', '\\"', 'a=b&').map((unit) => unit.repeat(3_000)),
)
const { payloads } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    texts,
    fc.constantFrom(null, true, 0, -0, -1, 1.5, Number.POSITIVE_INFINITY, 1e15),
    tie('list'),
    tie('bag'),
  ),
  list: fc.array(tie('value'), { maxLength: 5 }),
  bag: fc.dictionary(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...names) }, { weight: 1, arbitrary: fc.string() }),
    tie('value'),
    {
      maxKeys: 6,
    },
  ),
  payloads: fc.dictionary(fc.constantFrom(...names), tie('value'), { maxKeys: 12 }),
}))

describe('the normal form of an event', () => {
  it('survives a round trip, for every recorded event', async () => {
    const recorded = await readRecorded()
    expect(recorded).to.have.length.above(15)
    for (const payload of recorded) {
      const event = eventOf(payload)
      const again = eventOf(payloadOf(event))
      expect(withoutChanges(again)).to.deep.equal(withoutChanges(event))
      expect(again.changes).to.deep.equal([])
    }
  })

  it('survives a round trip, whatever the fields contain, and is well-formed text within its limit', () => {
    fc.assert(
      fc.property(payloads, (payload) => {
        const event = eventOf(payload)
        const json = toPayload(event)
        expect(isWellFormed(json) && isWellFormed(JSON.stringify(JSON.parse(json)))).to.equal(true)
        expect(Buffer.byteLength(json)).to.be.at.most(limits.event.payloadBytesMax)
        const again = eventOf(JSON.parse(json) as JsonObject)
        expect(withoutChanges(again)).to.deep.equal(withoutChanges(event))
        expect(again.changes).to.deep.equal([])
      }),
      { numRuns: 1_000 },
    )
  })
})
