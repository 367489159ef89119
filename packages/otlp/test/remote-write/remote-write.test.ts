import { MalformedError, TooLargeError, decodeRemoteWrite, uncompressSnappy } from '@signalbox/otlp'
import { expect } from 'chai'
import fc from 'fast-check'

const bytes = (...parts: (number | string)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part))))

describe('uncompressSnappy', () => {
  it('reads literals and copies, including overlapping copies', () => {
    // 'abcd', then a copy of 5 bytes at distance 4 (one-byte offset), then one of 3 bytes at distance 9 (two-byte
    // offset).
    const block = bytes(12, (4 - 1) << 2, 'abcd', ((5 - 4) << 2) | 1, 4, ((3 - 1) << 2) | 2, 9, 0)
    expect(uncompressSnappy(block, 100).toString()).to.equal('abcdabcdaabc')
    const long = Buffer.alloc(70, 'x')
    expect(uncompressSnappy(Buffer.concat([bytes(70, 60 << 2, 69), long]), 100)).to.deep.equal(long)
    expect(uncompressSnappy(bytes(0), 100)).to.have.length(0)
  })

  it('rejects an announced length over the limit before allocating memory', () => {
    expect(() => uncompressSnappy(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f]), 1_000)).to.throw(TooLargeError)
  })

  it('only reports other bytes as malformed', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (garbage) => {
        try {
          uncompressSnappy(garbage, 1_000)
        } catch (error) {
          expect(error).to.satisfy(
            (known: unknown) => known instanceof MalformedError || known instanceof TooLargeError,
          )
        }
      }),
    )
  })
})

describe('decodeRemoteWrite', () => {
  const field = (tag: number, content: Buffer) => Buffer.concat([Buffer.from([tag, content.length]), content])
  const label = (name: string, value: string) =>
    field(0x0a, Buffer.concat([field(0x0a, Buffer.from(name)), field(0x12, Buffer.from(value))]))
  const sample = (value: number) => {
    const double = Buffer.alloc(9)
    double[0] = 0x09
    double.writeDoubleLE(value, 1)
    return field(0x12, Buffer.concat([double, Buffer.from([0x10, 0xe8, 0x07])]))
  }

  it('converts series with monotonic names to sums and others to gauges, and maps target labels to the resource', () => {
    const labels = [
      label('__name__', 'http_requests_total'),
      label('code', '200'),
      label('job', 'shop'),
      label('instance', 'a:1'),
    ]
    const body = field(0x0a, Buffer.concat([...labels, sample(5), sample(7), field(0x22, Buffer.alloc(0))]))
    const [group, ...others] = decodeRemoteWrite(body)
    expect(others).to.be.empty
    expect(group?.resource.attributes).to.deep.equal([
      ['service.name', 'shop'],
      ['service.instance.id', 'a:1'],
    ])
    const [metric] = group?.items ?? []
    expect(metric).to.include({ name: 'http_requests_total', kind: 'sum', temporality: 2, isMonotonic: true })
    expect(metric?.points.map((point) => point?.type === 'number' && [point.value, point.timeUs])).to.deep.equal([
      [5, 1_000_000],
      [7, 1_000_000],
      false,
    ])
    expect(metric?.points[0]?.attributes).to.deep.equal([['code', '200']])
    const [up] = decodeRemoteWrite(field(0x0a, Buffer.concat([label('__name__', 'up'), sample(1)])))
    expect([...(up?.items ?? [])][0]).to.include({ kind: 'gauge', temporality: 0, isMonotonic: false })
  })
})
