/** Parameters of an address are texts and stay texts: `query=123` is what somebody typed, not a number. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The other way round; what is undefined or empty is left out. Signs that need no escape stay readable. */
export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')
  return text === '' ? '' : `?${text}`
}
