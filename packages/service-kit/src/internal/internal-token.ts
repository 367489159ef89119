import { createHash, timingSafeEqual } from 'node:crypto'

/**
 * Compares what a caller sends with the token that the services of an installation share, in a time that tells nothing
 * of either.
 */
export function createTokenCheck(token: string): (given: string | undefined) => boolean {
  const expected = digest(token)
  return (given) => timingSafeEqual(digest(given ?? ''), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
