/** Hand-made Zstandard frames (RFC 8878): Node 20 cannot write them. */

export interface FrameOptions {
  /** Exponent in the upper five bits, mantissa in the lower three. Default: 1 MiB. */
  windowDescriptor?: number
}

export function zstdFrame(blocks: readonly Buffer[], options: FrameOptions = {}): Buffer {
  const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x00, options.windowDescriptor ?? 10 << 3])
  return Buffer.concat([header, ...blocks])
}

export function rawBlock(content: Buffer, isLast: boolean): Buffer {
  return Buffer.concat([blockHeader(content.length, 0, isLast), content])
}

export function runBlock(byte: number, length: number, isLast: boolean): Buffer {
  return Buffer.concat([blockHeader(length, 1, isLast), Buffer.from([byte])])
}

export function skippableFrame(content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(0x184d2a53, 0)
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, content])
}

function blockHeader(size: number, type: number, isLast: boolean): Buffer {
  const header = Buffer.alloc(3)
  header.writeUIntLE((size << 3) | (type << 1) | Number(isLast), 0, 3)
  return header
}
