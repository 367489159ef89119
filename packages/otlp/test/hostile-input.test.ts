import { readFileSync } from 'node:fs'
import {
  MalformedError,
  TooLargeError,
  decodeLogs,
  decodeMetrics,
  decodeTraces,
  surveyLogs,
  surveyMetrics,
  surveyTraces,
} from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'
import { messageType } from './otlp-schema.js'

const fixture = (name: string) => readFileSync(new URL(`../../../test/fixtures/otlp/${name}`, import.meta.url))

const signals = [
  { decode: decodeTraces, survey: surveyTraces, protobuf: 'proto-004-traces.pb', json: 'http-004-traces.json' },
  { decode: decodeMetrics, survey: surveyMetrics, protobuf: 'proto-002-metrics.pb', json: 'http-002-metrics.json' },
  { decode: decodeLogs, survey: surveyLogs, protobuf: 'proto-001-logs.pb', json: 'http-001-logs.json' },
]

function mutate(bytes: Buffer, changes: readonly { at: number; byte: number }[], cut: number): Buffer {
  const mutated = Buffer.from(bytes)
  for (const { at, byte } of changes) mutated[at % mutated.length] = byte
  return mutated.subarray(0, mutated.length - (cut % mutated.length))
}

/** Either reads the body or reports that it is malformed. */
function expectNoHarm(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    expect(error).to.satisfy((known: unknown) => known instanceof MalformedError || known instanceof TooLargeError)
  }
}

const field = (tag: number, bytes: Uint8Array) => Buffer.concat([Buffer.from([tag]), varint(bytes.length), bytes])

function varint(value: number): Buffer {
  return value < 0x80
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 0x80) + 0x80]), varint(value >>> 7)])
}

describe('decoding hostile input', () => {
  for (const { decode, survey, protobuf, json } of signals) {
    it(`of corrupted ${protobuf} and ${json} only reports malformed input`, () => {
      const change = fc.record({ at: fc.nat(), byte: fc.nat({ max: 255 }) })
      const bodies = fc.tuple(fc.array(change, { maxLength: 8 }), fc.oneof(fc.constant(0), fc.nat()))
      fc.assert(
        fc.property(bodies, ([changes, cut]) => {
          for (const [format, name] of [
            ['protobuf', protobuf],
            ['json', json],
          ] as const) {
            const body = mutate(fixture(name), changes, cut)
            expectNoHarm(() => decode(body, format).map(({ items }) => [...items]))
            expectNoHarm(() => survey(body, format))
          }
        }),
        { numRuns: 300 },
      )
    })

    it(`surveys ${protobuf} like ${json}, with as many items as decoding finds`, () => {
      for (const format of ['protobuf', 'json'] as const) {
        const body = fixture(format === 'json' ? json : protobuf)
        const { items, invalid, timesUs } = survey(body, format)
        expect(items).to.be.greaterThan(0)
        expect(invalid).to.equal(0)
        expect(timesUs).to.have.length(items)
      }
      expect(survey(Buffer.alloc(0), 'protobuf').items).to.equal(0)
      expect(survey(Buffer.from('{}'), 'json').items).to.equal(0)
    })
  }

  it('rejects garbage, truncated numbers, groups and field number zero', () => {
    for (const bytes of [[0x0a], [0x0a, 0x05, 0x00], [0xff], [0x0b], [0x00, 0x01], Array<number>(11).fill(0x80)]) {
      expect(() => decodeTraces(Buffer.from(bytes), 'protobuf'), String(bytes)).to.throw(MalformedError)
    }
    for (const text of ['[]', '"a"', '{"resourceSpans":{}}', '{"resourceSpans":[1]}', '{', '\xff']) {
      expect(() => decodeTraces(Buffer.from(text, 'latin1'), 'json'), text).to.throw(MalformedError)
    }
  })

  it('retains the items around a malformed one', () => {
    const good = { traceId: Buffer.alloc(16, 1), spanId: Buffer.alloc(8, 2), name: 'good' }
    const type = messageType('Traces')
    const request = type
      .encode(type.fromObject({ resourceSpans: [{ scopeSpans: [{ spans: [good, good] }] }] }))
      .finish()
    const damaged = Buffer.from(request)
    damaged[damaged.indexOf('good') - 1] = 0x7f
    const items = decodeTraces(damaged, 'protobuf').flatMap((group) => [...group.items].map((span) => span?.name))
    expect(items).to.deep.equal([undefined, 'good'])
    expect(surveyTraces(damaged, 'protobuf')).to.include({ items: 2, invalid: 1 })
  })

  it('rejects requests that exceed the memory limit, however few bytes they take', () => {
    const emptyItems = Buffer.alloc(2 * 200_000, Buffer.from([0x12, 0x00]))
    const many = field(0x0a, field(0x12, emptyItems))
    expect(() => decodeTraces(many, 'protobuf')).to.throw(TooLargeError)
    expect(() => surveyLogs(many, 'protobuf')).to.throw(TooLargeError)
    const emptyAttributes = Buffer.alloc(2 * 1_100_000, Buffer.from([0x0a, 0x00]))
    expect(() => decodeTraces(field(0x0a, field(0x0a, emptyAttributes)), 'protobuf')).to.throw(TooLargeError)
    const buckets = field(0x32, Buffer.alloc(8 * 20_000))
    const histogram = field(0x12, field(0x4a, field(0x0a, buckets)))
    const [group] = decodeMetrics(field(0x0a, field(0x12, histogram)), 'protobuf')
    expect([...(group?.items ?? [])].map((metric) => metric?.points)).to.deep.equal([[undefined]])
    const wide = field(0x12, Buffer.alloc(2 * 2_100_000, Buffer.from([0x4a, 0x00])))
    const [spans] = decodeTraces(field(0x0a, field(0x12, wide)), 'protobuf')
    expect([...(spans?.items ?? [])]).to.deep.equal([undefined])
  })

  it('drops items whose values nest too deeply, and never exhausts the stack', () => {
    let value: Uint8Array = field(0x0a, Buffer.from('x'))
    for (let depth = 0; depth < 2_000; depth += 1) value = field(0x2a, field(0x0a, value))
    const record = field(0x12, field(0x2a, value))
    const [group] = decodeLogs(field(0x0a, field(0x12, record)), 'protobuf')
    expect([...(group?.items ?? [])]).to.deep.equal([undefined])
  })
})
