import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { makeMissingDirectory } from '@signalbox/service-kit'
import { syncDirectory } from '../database/replace-database.js'

/** An encryption key for secrets. */
export interface SecretKey {
  /** Eight hexadecimal digits that prefix everything encrypted with the key. */
  id: string
  /** 32 bytes. */
  bytes: Buffer
}

/** The first key encrypts; the others only decrypt what was encrypted before a rotation. */
export type SecretKeys = readonly [SecretKey, ...SecretKey[]]

/** The key file cannot be read or lacks a key that is needed; the message says which. */
export class SecretKeyFault extends Error {
  override readonly name = 'SecretKeyFault'
}

const keyBytes = 32
const line = /^([0-9a-f]{8}) ([A-Za-z0-9+/]{43}=)$/

/** Generates a random key. */
export function createSecretKey(): SecretKey {
  return { id: randomBytes(4).toString('hex'), bytes: randomBytes(keyBytes) }
}

/**
 * Reads a key file: one key per line, its id and its 32 bytes in base64.
 * @throws SecretKeyFault if the file is missing or malformed.
 */
export function readSecretKeys(file: string): SecretKeys {
  const [first, ...others] = readText(file)
    .split('\n')
    .filter((text) => text.trim() !== '')
    .map((text) => parseKey(file, text.trim()))
  if (first === undefined) throw new SecretKeyFault(`${file} contains no key`)
  return [first, ...others]
}

/** Creates a key file with one new key unless it exists; safe for concurrent processes. */
export function makeSecretKeyFile(file: string): void {
  if (existsSync(file)) return
  makeMissingDirectory(dirname(file))
  const partial = writePartial(file, [createSecretKey()])
  try {
    linkSync(partial, file)
  } catch (cause) {
    // Another process created the file first, and its key counts.
    if (!existsSync(file)) throw cause
  } finally {
    rmSync(partial, { force: true })
  }
  syncDirectory(dirname(file))
}

/**
 * Atomically replaces the keys in the file. At any moment, even after a power failure, the file holds either the old or
 * the new keys, and the new ones once this returns.
 */
export function replaceSecretKeys(file: string, keys: SecretKeys): void {
  makeMissingDirectory(dirname(file))
  renameSync(writePartial(file, keys), file)
  syncDirectory(dirname(file))
}

/** Inserts the keys of another file before the existing ones. No-op if the other file does not exist. */
export function adoptSecretKeys(file: string, other: string): void {
  if (!existsSync(other)) return
  const adopted = readSecretKeys(other)
  const kept = existsSync(file) ? readSecretKeys(file) : []
  replaceSecretKeys(file, [...adopted, ...kept.filter(({ id }) => !adopted.some((key) => key.id === id))])
}

function writePartial(file: string, keys: SecretKeys): string {
  const partial = `${file}.${randomBytes(4).toString('hex')}.partial`
  const handle = openSync(partial, 'wx', 0o600)
  try {
    writeSync(handle, keys.map(({ id, bytes }) => `${id} ${bytes.toString('base64')}\n`).join(''))
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  return partial
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    throw new SecretKeyFault(`the secret keys cannot be read: ${reason}`, { cause })
  }
}

function parseKey(file: string, text: string): SecretKey {
  const [, id, base64] = line.exec(text) ?? []
  if (id === undefined || base64 === undefined) throw new SecretKeyFault(`${file} contains something other than keys`)
  return { id, bytes: Buffer.from(base64, 'base64') }
}
