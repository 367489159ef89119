import type { Assertion } from '@signalbox/contracts'
import { checkAssertion } from './check-assertion.js'

/**
 * Returns the objects in a stored result that passing checks found their values in, each with the lines that the checks
 * found in its diff.
 */
export function findTouched(result: unknown, checks: readonly Assertion[]): ReadonlyMap<unknown, readonly string[]> {
  const touched = new Map<unknown, readonly string[]>()
  for (const check of checks) {
    const { holds, found } = checkAssertion(result, check)
    if (!holds) continue
    for (const { path } of found) {
      const lines = path.at(-1) === 'diff' && typeof check.value === 'string' ? [check.value] : []
      for (const object of objectsAlong(result, path)) touched.set(object, [...(touched.get(object) ?? []), ...lines])
    }
  }
  return touched
}

/** The objects and lists that a path leads through, outermost first. */
function objectsAlong(root: unknown, path: readonly string[]): object[] {
  const objects: object[] = []
  let value = root
  for (const segment of path) {
    if (typeof value !== 'object' || value === null) break
    objects.push(value)
    value = new Map<string, unknown>(Object.entries(value)).get(segment)
  }
  return objects
}
