import type { SegmentFinder } from '../map/segment-finder.js'
import { none, type SourceMap } from '../map/source-map.js'
import type { LineTable } from './line-table.js'
import type { NamePart, Scope } from './scope-name.js'

/** In the column of scopes: inside a function that nothing names. */
export const anonymousScope = 0xffff_fffe

/** Which function each segment of a map lies in. */
export interface SegmentScopes {
  /** Original names of functions, each once. */
  names: string[]
  /** For each segment an index of `names`, `anonymousScope`, or `none` outside of all functions. */
  scopes: Uint32Array
}

/**
 * Finds the innermost function that each segment lies in, in one pass over both.
 * @param scopes in order of `start`, outer ones first.
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

/** Some tools put the name on the token behind the identifier. */
function originalText({ text, range }: NamePart, source: NameSource): string {
  if (range === undefined) return text
  return nameAt(range.start, source) ?? nameAt(range.end, source) ?? text
}

/** The name of the segment at an offset or one column before it, or of the one before that if it maps to the same place. */
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
