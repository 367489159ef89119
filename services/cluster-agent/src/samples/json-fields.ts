/**
 * Reads a field from another program's response, whose fields may be missing or have another type depending on its
 * version. Unexpected values are undefined.
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

/** Text at a path; empty if there is none. */
export function textAt(value: unknown, ...path: readonly string[]): string {
  const found = fieldOf(value, ...path)
  return typeof found === 'string' ? found : ''
}

/** A list at a path; empty if there is none. */
export function listAt(value: unknown, ...path: readonly string[]): readonly unknown[] {
  const found = fieldOf(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Text properties of an object at a path, such as annotations; empty if there is none. */
export function textsAt(value: unknown, ...path: readonly string[]): ReadonlyMap<string, string> {
  const found = fieldOf(value, ...path)
  if (typeof found !== 'object' || found === null) return new Map()
  return new Map(Object.entries(found).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

/** An ISO time at a path, in Unix milliseconds. */
export function timeAt(value: unknown, ...path: readonly string[]): number | undefined {
  const parsed = Date.parse(textAt(value, ...path))
  return Number.isNaN(parsed) ? undefined : parsed
}
