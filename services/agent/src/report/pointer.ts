import { isJsonObject } from '@signalbox/contracts'
import { isScalar } from './json-values.js'

/** A value that a pointer leads to, with the way there. */
export interface Place {
  value: unknown
  /** Names and indexes on the way, the value's own last. */
  path: readonly string[]
  /**
   * What the value is said about: the innermost element of an array on the way, the value itself included. A row that is
   * an array of plain values stays the row of these.
   */
  row: unknown
}

/** Places that one pointer may lead to. Further ones are not looked at: a check that needs them does not hold. */
const placesMax = 20_000

/**
 * The segments of a JSON Pointer (RFC 6901); `*` stays what it is.
 * @returns undefined when the text is none.
 */
export function parsePointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return []
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** All places that the segments lead to from a place, in the order of the value. */
export function follow(from: Place, segments: readonly string[]): Place[] {
  let places = [from]
  for (const segment of segments) {
    places = places.flatMap((place) => childrenOf(place, segment)).slice(0, placesMax)
  }
  return places
}

/** The whole of a stored result. */
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
