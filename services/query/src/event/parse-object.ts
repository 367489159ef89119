import { isJsonObject } from '@signalbox/contracts'
/**
 * Reads JSON that we stored ourselves.
 * @returns undefined when the text is empty or holds no object.
 */
export function parseObject(json: string): Record<string, unknown> | undefined {
  if (json === '') return undefined
  const value: unknown = JSON.parse(json)
  return isJsonObject(value) ? value : undefined
}
