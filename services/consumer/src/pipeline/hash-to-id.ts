import { hash } from 'node:crypto'

/**
 * An id for something that was sent without one. Equal parts give the same id, so it is the same whenever a record is
 * processed.
 * @param parts free of line breaks, but for the last.
 * @returns 32 lower-case hex digits.
 */
export function hashToId(...parts: readonly string[]): string {
  return hash('sha256', parts.join('\n')).slice(0, 32)
}
