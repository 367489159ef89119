import {
  decodeRemoteWrite,
  peekRemoteWrite,
  readRemoteWrite,
  TooLargeError,
  type KnownLabels,
  type SeriesDescription,
} from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'

const field = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag]), varint(content.length), content])

function varint(value: number): Buffer {
  return Buffer.from(value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(value >> 7)])
}

const label = (name: string, value: string) =>
  field(0x0a, Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, Buffer.from(value))]))
const sample = (value: number) => {
  const double = Buffer.alloc(9, 0x09)
  double.writeDoubleLE(value, 1)
  return field(0x12, Buffer.concat([double, Buffer.from([0x10, 0xe8, 0x07])]))
}
const series = (...fields: Buffer[]) => field(0x0a, Buffer.concat(fields))

/** A memory that never forgets. */
function remembered() {
  const known = new Map<string, KnownLabels<SeriesDescription>>()
  return {
    known,
    find: (labels: string) => known.get(labels),
    add: (labels: string, one: KnownLabels<SeriesDescription>) => void known.set(labels, one),
  }
}

const readAll = (body: Buffer, memory: ReturnType<typeof remembered>) => {
  let derived = 0
  const read = readRemoteWrite(body, { remembered: memory, derive: (description) => ((derived += 1), description) })
  return { read, derived }
}

/** Returns a result, or the error instead of it. */
function outcomeOf(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    return String(error)
  }
}

const names = fc.constantFrom('__name__', 'job', 'code', 'instance', 'ü')
const values = fc.constantFrom('', 'up', 'requests_total', 'x'.repeat(120), 'x'.repeat(200), '\ud83d\ude00')
const fields = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(names, values).map(([name, value]) => label(name, value)) },
  { weight: 3, arbitrary: fc.constantFrom(1, -0, Number.NaN).map(sample) },
  fc.constantFrom(field(0x22, Buffer.from([0x28, 1])), field(0x22, Buffer.from([0x28])), Buffer.from([0x38, 1])),
)
const requests = fc.array(
  fc.array(fields, { maxLength: 6 }).map((all) => series(...all)),
  { maxLength: 8 },
)
const flips = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 })

describe('readRemoteWrite', () => {
  const shop = [label('__name__', 'orders_total'), label('job', 'shop'), label('code', '200')]

  it('decodes the labels of a series once', () => {
    const memory = remembered()
    const first = readAll(series(...shop, sample(1)), memory)
    const second = readAll(Buffer.concat([series(...shop, sample(2)), series(...shop, sample(3))]), memory)
    expect([first.derived, second.derived]).to.deep.equal([1, 0])
    expect(second.read.map(({ known }) => known)).to.deep.equal(second.read.map(() => first.read[0]?.known))
    expect(second.read.map(({ points }) => points[0])).to.deep.equal([sampleOf(2), sampleOf(3)])
  })

  const sampleOf = (value: number) => {
    const [group] = decodeRemoteWrite(series(sample(value)))
    const [metric] = group?.items ?? []
    return metric?.points[0]
  }

  it('does not confuse series that differ in a byte, in the order of labels or in labels after their samples', () => {
    const memory = remembered()
    const [name, job, code] = shop
    const others = [
      series(name!, job!, label('code', '201'), sample(1)),
      series(job!, name!, code!, sample(1)),
      series(name!, job!, sample(1), code!),
      series(name!, job!, sample(1)),
      series(sample(1), name!, job!, code!),
    ]
    for (const body of [...others, ...others]) {
      const [one] = readRemoteWrite(body, { remembered: memory, derive: (description) => description })
      const [group] = decodeRemoteWrite(body)
      expect(one?.known.resource).to.deep.equal(group?.resource)
      const [metric] = group?.items ?? []
      expect(one?.known).to.include({ name: metric?.name })
      expect(one?.known.attributes).to.deep.equal(metric?.points[0]?.attributes)
    }
  })

  it('reads the same from any bytes, whatever it remembers', () => {
    const memory = remembered()
    fc.assert(
      fc.property(requests, flips, (parts, changes) => {
        const body = Buffer.concat(parts)
        for (const [at, byte] of changes) if (body.length > 0) body[at % body.length] = byte
        const read = () => readRemoteWrite(body, { derive: (description) => description })
        const plain = outcomeOf(read)
        expect(outcomeOf(() => readAll(body, memory).read)).to.deep.equal(plain)
        expect(outcomeOf(() => readAll(body, memory).read)).to.deep.equal(plain)
        const counts = () => read().map(({ known, points }) => ({ isNamed: known.name !== '', points }))
        expect(outcomeOf(() => peekRemoteWrite(body))).to.deep.equal(outcomeOf(counts))
      }),
      { numRuns: 2_000 },
    )
  })

  it('counts the parts of remembered labels', () => {
    const memory = remembered()
    const one = series(...Array.from({ length: 200 }, (_, index) => label('a', String(index))), sample(1))
    readAll(one, memory)
    const body = Buffer.concat(Array.from({ length: 1_700 }, () => one))
    expect(() => readAll(body, memory)).to.throw(TooLargeError)
    expect(() => decodeRemoteWrite(body)).to.throw(TooLargeError)
    expect(() => peekRemoteWrite(body)).to.throw(TooLargeError)
  })
})
