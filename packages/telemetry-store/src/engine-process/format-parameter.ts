const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r', "'": "\\'", '\\': '\\\\' }

const escaped = (text: string) => text.replace(/[\t\n\r'\\]/g, (sign) => escapes[sign] ?? sign)

/** A value of `{name:Type}` as the text that the engine reads, as ClickHouse's clients write it into addresses. */
export function formatParameter(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatElement).join(',')}]`
  if (typeof value === 'boolean') return value ? '1' : '0'
  return typeof value === 'number' ? String(value) : escaped(String(value))
}

const formatElement = (value: unknown) => (typeof value === 'string' ? `'${escaped(value)}'` : formatParameter(value))
