import { none, type FunctionNames, type SourceMap } from '../map/source-map.js'
import type { SegmentScopes } from './name-segments.js'

/** Assigns function names from Metro and Hermes to segments; undefined if the map has none. */
export function scopesByFunctionNames({ segments, functionNames }: SourceMap): SegmentScopes | undefined {
  if (functionNames.every((names) => names === undefined)) return undefined
  const names = new Map<string, number>()
  const scopes = new Uint32Array(segments.count).fill(none)
  for (let index = 0; index < segments.count; index += 1) {
    const known = functionNames[segments.source[index] ?? none]
    const name = known && nameAt(known, (segments.line[index] ?? 0) + 1, segments.column[index] ?? 0)
    if (name === undefined || name === '' || name === '<global>') continue
    const position = names.get(name) ?? names.size
    names.set(name, position)
    scopes[index] = position
  }
  return { names: [...names.keys()], scopes }
}

function nameAt({ names, entries }: FunctionNames, line: number, column: number): string | undefined {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && (entry.line < line || (entry.line === line && entry.column <= column))) low = middle + 1
    else high = middle
  }
  const entry = entries[low - 1]
  return entry && names[entry.name]
}
