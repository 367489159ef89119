/**
 * Reads JSON that we stored ourselves.
 * @returns undefined when the text is empty or holds no object.
 */
export function parseObject(json: string): Record<string, unknown> | undefined {
  if (json === '') return undefined
  const value: unknown = JSON.parse(json)
  return isObject(value) ? value : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
