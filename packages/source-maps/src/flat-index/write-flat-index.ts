import type { SourceMap } from '../map/source-map.js'
import type { SegmentScopes } from '../scopes/name-segments.js'
import { packContents } from './pack-contents.js'
import { headerFields, layoutVersion, magic, type Header } from './layout.js'

interface IndexParts {
  map: SourceMap
  code: string | undefined
  scopes: SegmentScopes
}

/** Writes the file described in `layout.ts`. */
export function writeFlatIndex({ map, code, scopes }: IndexParts): Buffer {
  const strings = packTexts([...map.sources, ...map.names, ...scopes.names])
  const contents = packContents([...map.sourcesContent, code])
  const header: Header = {
    magic,
    version: layoutVersion,
    segments: map.segments.count,
    sources: map.sources.length,
    names: map.names.length,
    scopes: scopes.names.length,
    lines: contents.lineEnds.length,
    stringBytes: strings.bytes.length,
    contentBytes: contents.bytes.length,
  }
  const { generatedLine, generatedColumn, source, line, column, name } = map.segments
  return Buffer.concat([
    bytesOf(Uint32Array.from(headerFields, (field) => header[field])),
    ...[generatedLine, generatedColumn, source, line, column, name, scopes.scopes].map(bytesOf),
    bytesOf(strings.ends),
    bytesOf(contents.places),
    bytesOf(contents.lineEnds),
    strings.bytes,
    contents.bytes,
  ])
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

function packTexts(texts: readonly string[]): { bytes: Buffer; ends: Uint32Array } {
  const packed = texts.map((text) => Buffer.from(text))
  const ends = new Uint32Array(texts.length)
  packed.reduce((sum, { length }, index) => (ends[index] = sum + length), 0)
  return { bytes: Buffer.concat(packed), ends }
}
