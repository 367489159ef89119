/** A value inside stored evidence and the way to it. */
export interface Found {
  path: readonly string[]
  value: unknown
}

/** All that a JSON Pointer (RFC 6901) leads to, where `*` stands for any element. */
export function findByPointer(root: unknown, pointer: string): Found[] {
  return segmentsOf(pointer).reduce<Found[]>(
    (found, segment) => found.flatMap((each) => step(each, segment)),
    [{ path: [], value: root }],
  )
}

/** Returns the unescaped segments of a JSON Pointer. */
export function segmentsOf(pointer: string): string[] {
  const segments = pointer.split('/').slice(1)
  return segments.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function step({ path, value }: Found, segment: string): Found[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: [string, unknown][] = Object.entries(value)
  return entries
    .filter(([name]) => name === segment || segment === '*')
    .map(([name, inner]) => ({ path: [...path, name], value: inner }))
}

/** A value as one short line. */
export function shorten(value: unknown, most = 80): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > most ? `${text.slice(0, most - 1)}…` : text
}
