import { limits } from '@signalbox/contracts'
import { parseSourceMap } from '../map/parse-source-map.js'
import { SegmentFinder } from '../map/segment-finder.js'
import { none, type SourceMap } from '../map/source-map.js'
import { collectScopes } from '../scopes/collect-scopes.js'
import { scopesByFunctionNames } from '../scopes/function-name-scopes.js'
import { LineTable } from '../scopes/line-table.js'
import { scopeSegments, type SegmentScopes } from '../scopes/name-segments.js'
import { writeFlatIndex } from './write-flat-index.js'

/**
 * Converts a map and its minified code to the file that `FlatIndex` reads. Parsing a bundle of several megabytes takes
 * seconds: run it in a worker.
 * @param code Undefined if not uploaded: locations still resolve, but function names stay those of the engine.
 * @param sources Source texts that the map may lack, by their names in the map.
 * @throws MalformedSourceMapError.
 */
export function convertMap(mapText: string, code: string | undefined, sources?: ReadonlyMap<string, string>): Buffer {
  const parsed = parseSourceMap(mapText)
  const map = sources === undefined ? parsed : fillIn(parsed, sources)
  return writeFlatIndex({ map, code, scopes: scopesOf(map, code) })
}

function fillIn(map: SourceMap, sources: ReadonlyMap<string, string>): SourceMap {
  return { ...map, sourcesContent: map.sources.map((name, index) => map.sourcesContent[index] ?? sources.get(name)) }
}

/** Hermes code is uploaded empty; its map has the function names. */
function scopesOf(map: SourceMap, code: string | undefined): SegmentScopes {
  const written = scopesByFunctionNames(map)
  if (written !== undefined) return written
  const isParsed = code !== undefined && code.length <= limits.artifacts.parsedCodeBytesMax
  const scopes = isParsed ? collectScopes(code) : undefined
  if (scopes === undefined || code === undefined) {
    return { names: [], scopes: new Uint32Array(map.segments.count).fill(none) }
  }
  return scopeSegments(scopes, { map, finder: new SegmentFinder(map.segments), lines: new LineTable(code) })
}

/** Converts minified code without a usable map: only its lines can be looked up. */
export function indexCode(code: string): Buffer {
  const map = parseSourceMap('{"mappings":""}')
  return writeFlatIndex({ map, code, scopes: { names: [], scopes: new Uint32Array() } })
}
