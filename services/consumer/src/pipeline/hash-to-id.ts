import { hash } from 'node:crypto'

/**
 * Derives an id for something sent without one. Equal parts yield the same id, so it is the same whenever a record is
 * processed.
 * @param parts Without line breaks, except for the last.
 * @returns 32 lower-case hex digits.
 */
export function hashToId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 32)
}
