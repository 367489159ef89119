const simpleForm = /^[0-9a-f]{32}$/i
const dashedForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Parses an event id: 32 hex digits or the dashed form, case-insensitive.
 * @returns 32 lower-case hex digits; undefined if the value is not an event id.
 */
export function readEventId(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  if (simpleForm.test(value)) return value.toLowerCase()
  return dashedForm.test(value) ? value.replaceAll('-', '').toLowerCase() : undefined
}
