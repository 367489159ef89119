import { randomInt } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import { hashSecret } from '../secrets.js'

/** Base 32 of Crockford: nothing that is mistaken for something else. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const groups = 4
const groupLength = 4

/** New codes as people are shown them. 80 random bits each, so that a fast hash cannot be searched backwards. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: limits.signIn.recoveryCodes }, () =>
    Array.from({ length: groups }, createGroup).join('-'),
  )
}

/** What is kept of a code; the same for every way in which people type it. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.toLowerCase().replaceAll(/[\s-]/g, ''))
}

function createGroup(): string {
  return Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
}
