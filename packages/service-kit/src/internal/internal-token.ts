import { createHash, timingSafeEqual } from 'node:crypto'

/** Returns a constant-time comparison with the token that the services of an installation share. */
export function createTokenCheck(token: string): (given: string | undefined) => boolean {
  const expected = digest(token)
  return (given) => timingSafeEqual(digest(given ?? ''), expected)
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
