import { isJsonObject, limits } from '@signalbox/contracts'
import { decodeMappings } from './decode-mappings.js'
import { readFunctionNames } from './function-names.js'
import { SegmentList } from './segment-list.js'
import { MalformedSourceMapError, type FunctionNames, type SourceMap } from './source-map.js'

type JsonObject = Record<string, unknown>

/** Combined content of a map and its sections. */
interface Collected {
  sources: string[]
  sourcesContent: (string | undefined)[]
  names: string[]
  functionNames: (FunctionNames | undefined)[]
  list: SegmentList
}

/**
 * Parses a source map like browsers and bundlers do: skips a leading anti-XSSI line, combines sections, and treats a
 * null source as unnamed.
 * @throws MalformedSourceMapError if it is not a source map.
 */
export function parseSourceMap(text: string): SourceMap {
  const collected: Collected = {
    sources: [],
    sourcesContent: [],
    names: [],
    functionNames: [],
    list: new SegmentList(),
  }
  addMap(collected, parseJson(text), { line: 0, column: 0, depth: 0 })
  const { list, ...rest } = collected
  return { ...rest, segments: list.toSegments() }
}

function parseJson(text: string): JsonObject {
  let parsed: unknown
  try {
    parsed = JSON.parse(withoutJunk(text))
  } catch {
    throw new MalformedSourceMapError('the map is not JSON; it may be truncated')
  }
  return requireObject(parsed, 'the map')
}

/** `)]}'` and the rest of its line, which prevents cross-site script inclusion of JSON. */
function withoutJunk(text: string): string {
  const start = text.startsWith('\uFEFF') ? text.slice(1) : text
  if (!start.startsWith(')]}')) return start
  const end = start.indexOf('\n')
  return end === -1 ? '' : start.slice(end + 1)
}

interface Offset {
  line: number
  column: number
  depth: number
}

function addMap(collected: Collected, map: JsonObject, offset: Offset): void {
  if (map['sections'] === undefined) addPlainMap(collected, map, offset)
  else addSections(collected, map['sections'], offset)
}

function addSections(collected: Collected, sections: unknown, offset: Offset): void {
  if (!Array.isArray(sections)) throw new MalformedSourceMapError('the sections are not a list')
  if (offset.depth >= limits.artifacts.sectionDepthMax) {
    throw new MalformedSourceMapError('sections are nested too deeply')
  }
  for (const each of sections) {
    const section = requireObject(each, 'a section')
    const own = requireObject(section['offset'], 'the offset of a section')
    const line = requireCount(own['line'])
    const column = requireCount(own['column'])
    addMap(collected, requireObject(section['map'], 'the map of a section'), {
      line: offset.line + line,
      column: line === 0 ? offset.column + column : column,
      depth: offset.depth + 1,
    })
  }
}

function addPlainMap(collected: Collected, map: JsonObject, { line, column }: Offset): void {
  const { mappings } = map
  if (typeof mappings !== 'string') throw new MalformedSourceMapError('the map has no mappings')
  const sources = readList(map['sources'], 'sources')
  const names = readList(map['names'], 'names')
  const contents = readList(map['sourcesContent'], 'sourcesContent')
  const origin = {
    line,
    column,
    sourceBase: collected.sources.length,
    nameBase: collected.names.length,
    sourceCount: sources.length,
    nameCount: names.length,
  }
  const root = typeof map['sourceRoot'] === 'string' ? map['sourceRoot'] : ''
  const functionNames = readFunctionNames(map['x_facebook_sources'], sources.length)
  sources.forEach((source, index) => {
    const content = contents[index]
    collected.sources.push(typeof source === 'string' ? withRoot(root, source) : '')
    collected.sourcesContent.push(typeof content === 'string' ? content : undefined)
    collected.functionNames.push(functionNames[index])
  })
  for (const name of names) collected.names.push(nameOf(name))
  decodeMappings(mappings, collected.list, origin)
}

function readList(value: unknown, name: string): unknown[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw new MalformedSourceMapError(`the field ${name} is not a list`)
  return value
}

/** Lists and objects are not names and cannot always be converted to strings. */
function nameOf(name: unknown): string {
  return ['string', 'number', 'boolean'].includes(typeof name) ? String(name) : ''
}

function withRoot(root: string, source: string): string {
  if (root === '' || source.startsWith('/') || /^[a-z][a-z0-9+.-]*:/i.test(source)) return source
  return root.endsWith('/') ? `${root}${source}` : `${root}/${source}`
}

function requireObject(value: unknown, what: string): JsonObject {
  if (!isJsonObject(value)) throw new MalformedSourceMapError(`${what} is not an object`)
  return value
}

function requireCount(value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 0x7fff_ffff) {
    throw new MalformedSourceMapError('the offset of a section is not a position')
  }
  return value
}
