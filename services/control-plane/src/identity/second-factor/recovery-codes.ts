import { randomInt } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import { hashSecret } from '../secrets.js'

/** Crockford's Base32: no characters that are easily confused. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 4

/** Creates recovery codes for display. With 80 random bits each, a fast hash cannot be brute-forced. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: limits.signIn.recoveryCodes }, () =>
    Array.from({ length: groups }, createGroup).join('-'),
  )
}

/** Returns the stored hash of a code; independent of case, spaces and dashes. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[\s-]/g, ''))
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
