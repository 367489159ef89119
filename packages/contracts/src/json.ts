/** True for JSON objects, but not for null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** @returns undefined for invalid JSON, which is an expected result here and not an error. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** @returns undefined unless the text is a JSON object. */
export function parseJsonObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text)
  return isJsonObject(value) ? value : undefined
}
