import { isJsonObject } from '@signalbox/contracts'
import { isScalar } from './json-values.js'

/** A value that a pointer leads to, with its path. */
export interface Place {
  value: unknown
  /** Names and indexes along the path, the value's own last. */
  path: readonly string[]
  /**
   * The object the value belongs to: the innermost array element on the path, including the value itself. A row that is
   * an array of scalars stays the row of its items.
   */
  row: unknown
}

/**
 * Maximum number of places that one pointer may lead to. Further ones are ignored: an assertion that needs them fails.
 */
const placesMax = 20_000

/**
 * Parses the segments of a JSON Pointer (RFC 6901), with `*` left as it is.
 * @returns undefined if the text isn't a JSON Pointer.
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** All places that the segments lead to from a place, in document order. */
export function follow(from: Place, segments: readonly string[]): Place[] {
  let places = [from]
  for (const segment of segments) {
    places = places.flatMap((place) => childrenOf(place, segment)).slice(0, placesMax)
  }
  return places
}

/** The root of a stored result. */
export function wholeOf(value: unknown): Place {
  return { value, path: [], row: undefined }
}

function childrenOf({ value, path, row }: Place, segment: string): Place[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return indexesOf(items, segment).map((index) => ({
      value: items[index],
      path: [...path, String(index)],
      row: row === items && isScalar(items[index]) ? row : items[index],
    }))
  }
  if (!isJsonObject(value)) return []
  const names = segment === '*' ? Object.keys(value) : Object.hasOwn(value, segment) ? [segment] : []
  return names.map((name) => ({ value: value[name], path: [...path, name], row }))
}

function indexesOf(items: readonly unknown[], segment: string): number[] {
  if (segment === '*') return items.map((_, index) => index)
  if (!/^(?:0|[1-9]\d{0,8})$/.test(segment)) return []
  return Number(segment) < items.length ? [Number(segment)] : []
}
