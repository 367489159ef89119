import { readFileSync } from 'node:fs'
import {
  decodeRemoteWrite2,
  MalformedError,
  peekRemoteWrite2,
  readRemoteWrite2,
  surveyRemoteWrite,
  TooLargeError,
  uncompressSnappy,
  type KnownLabels,
  type Metric,
  type SeriesDescription,
} from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'
import { messageType } from '../otlp-schema.js'

const type = messageType('RemoteWrite2')
const encode = (request: object) => Buffer.from(type.encode(type.fromObject(request)).finish())
const symbols = ['', '__name__', 'requests', 'job', 'shop', 'code', '200', 'seconds', 'trace_id', '0a'.repeat(16)]
const named = [1, 2]

/** The metrics of series that share the symbols above. */
function decodeSeries(...timeseries: object[]): Metric[] {
  const groups = decodeRemoteWrite2(encode({ symbols, timeseries }))
  return groups.flatMap(({ items }) => [...items].filter((metric) => metric !== undefined))
}

const decodeOne = (series: object) => decodeSeries({ labelsRefs: named, ...series })[0]!
const always = { oldestUs: 0, newestUs: Number.MAX_SAFE_INTEGER }

describe('decodeRemoteWrite2', () => {
  it('resolves symbols, and maps target labels to the resource', () => {
    const body = encode({
      symbols,
      timeseries: [{ labelsRefs: [1, 2, 3, 4, 5, 6], samples: [{ value: 5, timestamp: 1_000 }] }],
    })
    const [group] = decodeRemoteWrite2(body)
    expect(group?.resource.attributes).to.deep.equal([['service.name', 'shop']])
    const [metric] = group?.items ?? []
    expect(metric).to.include({ name: 'requests', kind: 'gauge' })
    expect(metric?.points).to.deep.equal([
      {
        ...{ type: 'number', value: 5, timeUs: 1_000_000, startUs: 0, flags: 0, exemplars: [] },
        attributes: [['code', '200']],
      },
    ])
  })

  it("uses a series' own metadata before its name", () => {
    const samples = [{ value: 1, timestamp: 1 }]
    const kinds = [1, 2, 4, 6, 7, 0, 3, 5].map((kind) => decodeOne({ samples, metadata: { type: kind, unitRef: 7 } }))
    expect(kinds.map(({ kind }) => kind)).to.deep.equal(['sum', ...new Array<string>(7).fill('gauge')])
    expect(kinds[0]).to.include({ temporality: 2, isMonotonic: true, unit: 'seconds' })
    const [total] = decodeRemoteWrite2(
      encode({ symbols: ['', '__name__', 'a_total'], timeseries: [{ labelsRefs: named, samples }] }),
    )
    expect([...total!.items][0]).to.include({ kind: 'sum' })
  })

  it('takes the start of a series from the sample or else from the series', () => {
    const samples = [
      { value: 1, timestamp: 9, startTimestamp: 7 },
      { value: 2, timestamp: 10 },
    ]
    const { points } = decodeOne({ samples, createdTimestamp: 5 })
    expect(points.map((point) => point?.startUs)).to.deep.equal([7_000, 5_000])
  })

  it("attaches an exemplar's trace to the last point", () => {
    const samples = [1, 2].map((value) => ({ value, timestamp: value }))
    const exemplars = [
      { labelsRefs: [8, 9], value: 0.5 },
      { labelsRefs: [5, 6], value: 1 },
    ]
    const { points } = decodeOne({ samples, exemplars })
    const kept = [{ value: 0.5, traceId: '0a'.repeat(16), spanId: '' }]
    expect(points.map((point) => point?.exemplars)).to.deep.equal([[], kept])
  })

  it('reads native histograms: integer counts as deltas, float counts as they are, gaps as empty buckets', () => {
    const spans = [
      { offset: 2, length: 1 },
      { offset: 2, length: 2 },
    ]
    const whole = { countInt: 9, sum: 4.5, zeroCountInt: 2, schema: 3, zeroThreshold: 0.1, timestamp: 3 }
    const expected = { offset: 1, counts: [3, 0, 0, 1, 3] }
    const byDeltas = { ...whole, positiveSpans: spans, positiveDeltas: [3, -2, 2] }
    const point = { type: 'exponential_histogram', count: 9, sum: 4.5, zeroCount: 2, scale: 3, timeUs: 3_000 }
    const read = decodeOne({ histograms: [byDeltas] })
    expect(read).to.include({ kind: 'exponential_histogram', temporality: 2 })
    expect(read.points[0]).to.deep.include({ ...point, positive: expected, negative: { offset: -1, counts: [] } })
    const broken = { countFloat: 9, zeroCountFloat: 2.5, negativeSpans: spans, negativeCounts: [3, 1, 3] }
    expect(decodeOne({ histograms: [broken] }).points[0]).to.deep.include({
      count: 9,
      zeroCount: 2.5,
      negative: expected,
    })
  })

  it('reads histograms with custom bounds', () => {
    const histogram = { countInt: 6, schema: -53, customValues: [1, 2, 4], positiveSpans: [{ offset: 1, length: 2 }] }
    const { points, kind } = decodeOne({ histograms: [{ ...histogram, positiveDeltas: [4, -2] }] })
    expect(kind).to.equal('histogram')
    expect(points[0]).to.deep.include({ type: 'histogram', bounds: [1, 2, 4], counts: [0, 4, 2, 0] })
  })

  const unreadable: Record<string, object> = {
    'of a schema that is not known': { schema: 9 },
    'whose spans overlap': { positiveSpans: [{ length: 1 }, { offset: -1, length: 1 }], positiveDeltas: [1, 1] },
    'with fewer counts than spans': { positiveSpans: [{ length: 3 }], positiveDeltas: [1] },
    'with more counts than spans': { positiveSpans: [{ length: 1 }], positiveDeltas: [1, 1] },
    'with counts that lie nowhere': { positiveCounts: [1] },
    'with a gap of millions': { positiveSpans: [{ length: 1 }, { offset: 9e6, length: 1 }], positiveDeltas: [1, 1] },
    'with counts beyond their bounds': {
      schema: -53,
      customValues: [1],
      positiveSpans: [{ length: 3 }],
      positiveCounts: [1, 1, 1],
    },
  }
  for (const [what, histogram] of Object.entries(unreadable)) {
    it(`drops a histogram ${what} as unreadable, and retains the others`, () => {
      const { points } = decodeOne({ histograms: [histogram, { countInt: 1 }] })
      expect(points.map((point) => point?.type)).to.deep.equal([undefined, 'exponential_histogram'])
    })
  }

  it('rejects references to missing symbols, and labels without a value', () => {
    for (const labelsRefs of [[1, 99], [1], [0xffffffff, 1]]) {
      expect(() => decodeSeries({ labelsRefs })).to.throw(MalformedError)
    }
    expect(() => decodeSeries({ labelsRefs: named, metadata: { unitRef: 99 } })).to.throw(MalformedError)
  })

  it('rejects requests that would take many times their size in memory', () => {
    const wide = { countInt: 1, positiveSpans: [{ length: 1 }, { offset: 9_000, length: 1 }], positiveDeltas: [1, 1] }
    const histograms = new Array<object>(300).fill(wide)
    expect(() => decodeSeries({ labelsRefs: named, histograms })).to.throw(TooLargeError, 'buckets')
    const labels = new Array<number>(8_000).fill(1)
    const series = new Array<object>(300).fill({ labelsRefs: labels })
    expect(() => decodeSeries(...series)).to.throw(TooLargeError, 'labels')
  })

  it('reads any request written by protobufjs, or reports it as malformed', () => {
    const reference = fc.nat({ max: 6 })
    const references = fc.array(fc.tuple(reference, reference), { maxLength: 4 }).map((pairs) => pairs.flat())
    const samples = fc.array(fc.record({ value: fc.double(), timestamp: fc.nat() }), { maxLength: 3 })
    const series = fc.record({ labelsRefs: references, samples, createdTimestamp: fc.nat() })
    const texts = fc.array(fc.string({ unit: 'binary', maxLength: 8 }), { minLength: 7, maxLength: 7 })
    fc.assert(
      fc.property(texts, fc.array(series, { maxLength: 4 }), (sent, timeseries) => {
        const groups = decodeRemoteWrite2(encode({ symbols: sent, timeseries }))
        const values = groups.map(({ items }) =>
          [...items][0]?.points.map((point) => point?.type === 'number' && point.value),
        )
        expect(values).to.deep.equal(timeseries.map((one) => one.samples.map(({ value }) => value)))
        const labels = groups.map(
          ({ items, resource }) => ([...items][0]?.points[0]?.attributes.length ?? -1) + resource.attributes.length,
        )
        for (const [index, { labelsRefs, samples: given }] of timeseries.entries()) {
          const names = labelsRefs
            .filter((_, place) => place % 2 === 0)
            .map((place) => Buffer.from(sent[place]!).toString())
          const others = names.filter((name) => name !== '__name__').length
          if (given.length > 0) expect(labels[index]).to.equal(others)
        }
      }),
    )
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (garbage) => {
        try {
          decodeRemoteWrite2(garbage)
        } catch (error) {
          expect(error).to.be.instanceOf(MalformedError)
        }
      }),
    )
  })

  it("reads requests of Prometheus's client library", () => {
    const recording = readFileSync(new URL('../../../../test/fixtures/remote-write/version-2.bin', import.meta.url))
    const groups = decodeRemoteWrite2(uncompressSnappy(recording, 1_000_000))
    const kinds = groups.flatMap(({ items }) => [...items].map((metric) => `${metric?.name} ${metric?.kind}`))
    expect(new Set(kinds)).to.deep.equal(
      new Set(['orders_total sum', 'queue_total gauge', 'duration_seconds exponential_histogram', 'up gauge']),
    )
    const survey = { items: 121, rejected: 0, samples: 81, histograms: 40, exemplars: 40 }
    expect(surveyRemoteWrite(peekRemoteWrite2(uncompressSnappy(recording, 1_000_000)), always)).to.deep.equal(survey)
  })
})

describe('readRemoteWrite2', () => {
  const references = fc.array(fc.nat(symbols.length), { maxLength: 6 })
  const metadata = fc.record({ type: fc.nat(8), helpRef: fc.nat(9), unitRef: fc.nat(9) })
  const samples = [{ value: 1, timestamp: 5 }]
  const requests = fc.array(fc.record({ labelsRefs: references, metadata }), { maxLength: 5 })

  it('reads the same whatever it remembers', () => {
    const known = new Map<string, KnownLabels<SeriesDescription>>()
    const remembered = {
      find: (key: string) => known.get(key),
      add: (key: string, one: KnownLabels<SeriesDescription>) => void known.set(key, one),
    }
    const derive = (description: SeriesDescription) => description
    const outcomeOf = (read: () => unknown): unknown => {
      try {
        return read()
      } catch (error) {
        return String(error)
      }
    }
    fc.assert(
      fc.property(requests, (series) => {
        const body = encode({ symbols, timeseries: series.map((one) => ({ ...one, samples })) })
        const plain = outcomeOf(() => readRemoteWrite2(body, { derive }))
        expect(outcomeOf(() => readRemoteWrite2(body, { derive, remembered }))).to.deep.equal(plain)
        expect(outcomeOf(() => readRemoteWrite2(body, { derive, remembered }))).to.deep.equal(plain)
      }),
      { numRuns: 500 },
    )
    expect(known.size).to.be.greaterThan(10)
  })

  it('derives nothing again for a series that it remembers', () => {
    const known = new Map<string, KnownLabels<number>>()
    let derived = 0
    const read = (value: number) =>
      readRemoteWrite2(encode({ symbols, timeseries: [{ labelsRefs: named, samples: [{ value, timestamp: 5 }] }] }), {
        derive: () => (derived += 1),
        remembered: { find: (key) => known.get(key), add: (key, one) => void known.set(key, one) },
      })
    expect([...read(1), ...read(2)].map((series) => series.known)).to.deep.equal([1, 1])
  })
})

describe('surveyRemoteWrite', () => {
  it('distinguishes samples that will be stored from others', () => {
    const samples = [
      { value: 1, timestamp: 5 },
      { value: 1, timestamp: 1 },
      { value: 1, timestamp: 99 },
      { value: Number.POSITIVE_INFINITY, timestamp: 5 },
      { value: Number.NaN, timestamp: 5 },
    ]
    const body = encode({
      symbols,
      timeseries: [{ labelsRefs: named, samples }, { samples: [{ value: 1, timestamp: 5 }] }],
    })
    const times = { oldestUs: 5_000, newestUs: 9_000 }
    const survey = { items: 6, rejected: 4, samples: 2, histograms: 0, exemplars: 0 }
    expect(surveyRemoteWrite(peekRemoteWrite2(body), times)).to.deep.equal(survey)
  })
})
