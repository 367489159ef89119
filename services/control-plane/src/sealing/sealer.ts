import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SecretKeyFault, type SecretKey, type SecretKeys } from './secret-keys.js'

/**
 * The location of a secret. An encrypted secret can only be decrypted in its own location, so that nobody can move it
 * to another row.
 */
export interface SecretPlace {
  table: string
  column: string
  /** Id of the row. */
  id: string
}

/** Encrypts and decrypts secrets in the database. */
export interface Sealer {
  seal(secret: string, place: SecretPlace): string
  /** @throws SecretKeyFault if it was altered or moved, or its key is missing. */
  open(sealed: string, place: SecretPlace): string
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const sealedForm = /^sealed:([0-9a-f]{8}):([A-Za-z0-9+/]+={0,2})$/

/** AES-256-GCM with a random nonce; the format is `sealed:<key id>:<nonce, ciphertext, tag in base64>`. */
export function createSealer(keys: SecretKeys): Sealer {
  const [current] = keys
  return {
    seal: (secret, place) => `sealed:${current.id}:${encrypt(current, secret, place).toString('base64')}`,
    open: (sealed, place) => {
      const [, id = '', base64 = ''] = sealedForm.exec(sealed) ?? []
      const key = keys.find((known) => known.id === id)
      if (key === undefined)
        throw new SecretKeyFault(`a secret in ${place.table} is encrypted with the unknown key ${id}`)
      return decrypt(key, Buffer.from(base64, 'base64'), place)
    },
  }
}

/** @returns the id of the key that encrypted it; undefined for plain text. */
export function keyIdOf(text: string): string | undefined {
  return sealedForm.exec(text)?.[1]
}

function encrypt({ bytes }: SecretKey, secret: string, place: SecretPlace): Buffer {
  const nonce = randomBytes(nonceBytes)
  const work = createCipheriv(cipher, bytes, nonce, { authTagLength: tagBytes }).setAAD(describe(place))
  return Buffer.concat([nonce, work.update(secret, 'utf8'), work.final(), work.getAuthTag()])
}

function decrypt({ bytes }: SecretKey, sealed: Buffer, place: SecretPlace): string {
  const nonce = sealed.subarray(0, nonceBytes)
  const text = sealed.subarray(nonceBytes, sealed.length - tagBytes)
  try {
    const work = createDecipheriv(cipher, bytes, nonce, { authTagLength: tagBytes }).setAAD(describe(place))
    work.setAuthTag(sealed.subarray(sealed.length - tagBytes))
    return Buffer.concat([work.update(text), work.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretKeyFault(`a secret in ${place.table} was modified or moved`, { cause })
  }
}

function describe({ table, column, id }: SecretPlace): Buffer {
  return Buffer.from(JSON.stringify([table, column, id]))
}
