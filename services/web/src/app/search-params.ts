/** Parses search parameters as text: `query=123` is what someone typed, not a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/**
 * Serializes search parameters; undefined and empty ones are omitted. Characters that need no escaping stay readable.
 */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')
  return text === '' ? '' : `?${text}`
}
