const filterPattern = /"(?:\\.|[^"\\])*"|\S+/g

/** Attribute filters from an address: `region:us "plan:very large"`. Those without a name are ignored. */
export function readFilters(text: string): string[] {
  const filters = (text.match(filterPattern) ?? []).map((each) => (each.startsWith('"') ? unquote(each) : each))
  return [...new Set(filters)].filter((each) => /^[^:]+:/.test(each))
}

/** The reverse of `readFilters`. */
export function writeFilters(filters: readonly string[]): string {
  return filters.map((each) => (/[\s"]/.test(each) ? JSON.stringify(each) : each)).join(' ')
}

function unquote(text: string): string {
  try {
    return String(JSON.parse(text))
  } catch {
    return text
  }
}
