import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { limits } from '@signalbox/contracts'
import type { PasswordRow } from './store/users.js'
import { createGate } from './gate.js'

/** Parameters of scrypt (RFC 7914): memory is 128 × cost × blockSize bytes. */
export interface PasswordCost {
  /** N: a power of two. */
  cost: number
  /** r */
  blockSize: number
  /** p */
  parallelization: number
}

/** 32 MiB and about a third of a second, as recommended by the OWASP Password Storage Cheat Sheet. */
export const defaultPasswordCost: PasswordCost = { cost: 32_768, blockSize: 8, parallelization: 3 }

/** Stored hash of a password with its parameters. */
export type StoredPassword = Pick<PasswordRow, 'salt' | 'hash' | 'cost' | 'block_size' | 'parallelization'>

/** Hashes and verifies passwords. Rejects with `ServiceError` `overloaded` if too many are waiting. */
export interface Passwords {
  hash(password: string): Promise<StoredPassword>
  /** Takes the same time without a stored hash, so that timing does not reveal whether there is one. */
  matches(password: string, stored: StoredPassword | undefined): Promise<boolean>
  /** True if it was created with different parameters than are used now. */
  isOutdated(stored: StoredPassword): boolean
}

const saltBytes = 16
const hashBytes = 32

export function createPasswords(cost: PasswordCost = defaultPasswordCost): Passwords {
  const { passwordChecksMax: runningMax, passwordChecksWaiting: waitingMax } = limits.signIn
  const gate = createGate({ runningMax, waitingMax })
  const now = { cost: cost.cost, block_size: cost.blockSize, parallelization: cost.parallelization }
  /** Random hash that no password matches, except by chance. */
  const unmatchable: StoredPassword = { ...now, salt: randomBytes(saltBytes), hash: randomBytes(hashBytes) }
  return {
    hash: (password) =>
      gate.run(async () => {
        const salt = randomBytes(saltBytes)
        return { ...now, salt, hash: await derive(password, { ...now, salt }) }
      }),
    matches: (password, stored) =>
      gate.run(async () => {
        const { hash, ...parameters } = stored ?? unmatchable
        return timingSafeEqual(await derive(password, parameters), hash) && stored !== undefined
      }),
    isOutdated: (stored) =>
      stored.cost !== now.cost ||
      stored.block_size !== now.block_size ||
      stored.parallelization !== now.parallelization,
  }
}

/**
 * Runs off the main thread. NFKC, because the same password typed on a different keyboard must yield the same bytes.
 */
function derive(password: string, parameters: Omit<StoredPassword, 'hash'>): Promise<Buffer> {
  const { salt, cost, block_size: blockSize, parallelization } = parameters
  const maxmem = 2 * 128 * cost * blockSize
  return new Promise((resolve, reject) => {
    scrypt(
      password.normalize('NFKC'),
      salt,
      hashBytes,
      { cost, blockSize, parallelization, maxmem },
      (error, derived) => {
        if (error) reject(error)
        else resolve(derived)
      },
    )
  })
}
