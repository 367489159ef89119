import { none } from '../map/source-map.js'
import { placeFields } from './layout.js'

/** Source texts in the file's format. */
export interface PackedContents {
  places: Uint32Array
  lineEnds: Uint32Array
  bytes: Buffer
}

interface Content {
  bytes: Buffer
  /** Bytes per UTF-16 unit. */
  width: 1 | 2
}

const lineEnd = 10

/** Every packed text ends with a line break; one is added if missing. */
export function packContents(texts: readonly (string | undefined)[]): PackedContents {
  const contents = texts.map((text) => (text === undefined ? undefined : encode(text)))
  const places = new Uint32Array(texts.length * placeFields).fill(none)
  const counts = contents.map((content) => (content === undefined ? 0 : countLines(content)))
  const lineEnds = new Uint32Array(counts.reduce((sum, count) => sum + count, 0))
  let line = 0
  let start = 0
  contents.forEach((content, index) => {
    if (content === undefined) return
    places.set([line, counts[index] ?? 0, content.width, start], index * placeFields)
    for (const end of lineEndsOf(content)) lineEnds[line++] = start + end
    start += content.bytes.length
  })
  const bytes = Buffer.concat(contents.flatMap((content) => (content === undefined ? [] : [content.bytes])))
  return { places, lineEnds, bytes }
}

const beyondLatin1 = /[^\0-\xff]/

function encode(text: string): Content {
  const ended = text === '' || text.endsWith('\n') ? text : `${text}\n`
  return beyondLatin1.test(text)
    ? { bytes: Buffer.from(ended, 'utf16le'), width: 2 }
    : { bytes: Buffer.from(ended, 'latin1'), width: 1 }
}

function countLines(content: Content): number {
  const ends = lineEndsOf(content)
  let count = 0
  while (ends.next().done !== true) count += 1
  return count
}

function* lineEndsOf({ bytes, width }: Content): Generator<number> {
  for (let at = bytes.indexOf(lineEnd); at !== -1; at = bytes.indexOf(lineEnd, at + 1)) {
    if (width === 1 || (at % 2 === 0 && bytes[at + 1] === 0)) yield at
  }
}
