/** A series of a remote write request. */
export interface SentSeries {
  labels: readonly (readonly [name: string, value: string])[]
  samples: readonly { value: number; timeMs: number }[]
  /** True if its points are native histograms without buckets, whose count is the sample's value. */
  isHistogram: boolean
}

/** Encodes a request of version 1, compressed as snappy literals. */
export function encodeRemoteWrite(series: readonly SentSeries[]): Buffer {
  return compress(Buffer.concat(series.map((one) => message(0x0a, encodeSeries(one)))))
}

function encodeSeries({ labels, samples, isHistogram }: SentSeries): Buffer {
  const pairs = labels.map(([name, value]) =>
    message(0x0a, Buffer.concat([message(0x0a, Buffer.from(name)), message(0x12, Buffer.from(value))])),
  )
  const points = samples.map(({ value, timeMs }) =>
    isHistogram
      ? message(0x22, Buffer.concat([double(0x11, value), Buffer.from([0x78]), varint(timeMs)]))
      : message(0x12, Buffer.concat([double(0x09, value), Buffer.from([0x10]), varint(timeMs)])),
  )
  return Buffer.concat([...pairs, ...points])
}

function double(tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(9, tag)
  bytes.writeDoubleLE(value, 1)
  return bytes
}

function message(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag]), varint(content.length), content])
}

function varint(value: number): Buffer {
  const rest = Math.floor(value / 0x80)
  return Buffer.from(rest === 0 ? [value] : [(value % 0x80) | 0x80, ...varint(rest)])
}

function compress(body: Buffer): Buffer {
  if (body.length === 0) return Buffer.from([0])
  const length = Buffer.alloc(3)
  length.writeUIntLE(body.length - 1, 0, 3)
  return Buffer.concat([varint(body.length), Buffer.from([62 << 2]), length, body])
}
