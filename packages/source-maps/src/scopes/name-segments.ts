import type { SegmentFinder } from '../map/segment-finder.js'
import { none, type SourceMap } from '../map/source-map.js'
import type { LineTable } from './line-table.js'
import type { NamePart, Scope } from './scope-name.js'

/** In the scope column: inside an anonymous function. */
export const anonymousScope = 0xffff_fffe

/** The enclosing function of each segment of a map. */
export interface SegmentScopes {
  /** Distinct original function names. */
  names: string[]
  /** Per segment: an index into `names`, `anonymousScope`, or `none` outside of functions. */
  scopes: Uint32Array
}

/**
 * Finds the innermost enclosing function of each segment, in one pass over both lists.
 * @param scopes Sorted by `start`, outer ones first.
 */
export function scopeSegments(
  scopes: readonly Scope[],
  { map, finder, lines }: { map: SourceMap; finder: SegmentFinder; lines: LineTable },
): SegmentScopes {
  const { segments } = map
  const names = new Map<string, number>()
  const result = new Uint32Array(segments.count).fill(none)
  const open: { end: number; name: number }[] = []
  let next = 0
  for (let index = 0; index < segments.count; index += 1) {
    const offset = lines.offsetOf(segments.generatedLine[index] ?? 0, segments.generatedColumn[index] ?? 0)
    for (let scope = scopes[next]; scope !== undefined && scope.start <= offset; scope = scopes[next]) {
      next += 1
      open.push({ end: scope.end, name: nameIndex(names, scope.name, { map, finder, lines }) })
    }
    while ((open.at(-1)?.end ?? Infinity) <= offset) open.pop()
    result[index] = open.at(-1)?.name ?? none
  }
  return { names: [...names.keys()], scopes: result }
}

interface NameSource {
  map: SourceMap
  finder: SegmentFinder
  lines: LineTable
}

function nameIndex(names: Map<string, number>, parts: Scope['name'], source: NameSource): number {
  if (parts === undefined) return anonymousScope
  const name = parts.map((part) => originalText(part, source)).join('')
  const known = names.get(name)
  if (known !== undefined) return known
  names.set(name, names.size)
  return names.size - 1
}

/** Some tools put the name on the token after the identifier. */
function originalText({ text, range }: NamePart, source: NameSource): string {
  if (range === undefined) return text
  return nameAt(range.start, source) ?? nameAt(range.end, source) ?? text
}

/**
 * Returns the name of the segment at an offset or one column before it, or of the previous segment if both map to the
 * same place.
 */
function nameAt(offset: number, { map: { segments, names }, finder, lines }: NameSource): string | undefined {
  const { line, column } = lines.positionOf(offset)
  const found = finder.find(line, column)
  if (found === undefined || (segments.generatedColumn[found] ?? 0) < column - 1) return undefined
  const name = names[segments.name[found] ?? none]
  if (name !== undefined || found === 0) return name
  const before = found - 1
  const isSamePlace =
    segments.generatedLine[before] === line &&
    segments.source[before] === segments.source[found] &&
    segments.line[before] === segments.line[found] &&
    segments.column[before] === segments.column[found]
  return isSamePlace ? names[segments.name[before] ?? none] : undefined
}
