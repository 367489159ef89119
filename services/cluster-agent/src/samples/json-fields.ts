/**
 * Reads answers of other programs, of which every field may be missing or of another type in some version. What is not
 * as expected is undefined.
 */
export function fieldOf(value: unknown, ...path: readonly string[]): unknown {
  let found = value
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = Reflect.get(found, name)
  }
  return found
}

/** A finite number at a path. */
export function numberAt(value: unknown, ...path: readonly string[]): number | undefined {
  const found = fieldOf(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Text at a path; empty when there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** A list at a path; empty when there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldOf(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Names and texts of an object at a path, such as annotations; empty when there is none. */
export function textsAt(value: unknown, ...path: readonly string[]): ReadonlyMap<string, string> {
  const found = fieldOf(value, ...path)
  if (typeof found !== 'object' || found === null) return new Map()
  return new Map(Object.entries(found).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

/** Unix milliseconds of an ISO time at a path. */
export function timeAt(value: unknown, ...path: readonly string[]): number | undefined {
  const parsed = Date.parse(textAt(value, ...path))
  return Number.isNaN(parsed) ? undefined : parsed
}
