import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ControlPlaneDatabase } from '../database/database.js'
import { createSealer, type Sealer } from './sealer.js'
import { listKeyIds, sealPlainSecrets } from './sealed-columns.js'
import { makeSecretKeyFile, readSecretKeys, SecretKeyFault, type SecretKey } from './secret-keys.js'

/** Default location of the keys: next to the database, but not in it. */
export function defaultSecretKeyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secret.key')
}

/**
 * Opens the sealer of a database. Creates the key file if no earlier key is needed, and encrypts any plain-text
 * secrets.
 * @throws SecretKeyFault if a key that something was encrypted with is missing.
 */
export function openSealer(database: ControlPlaneDatabase, keyFile: string): Sealer {
  if (!existsSync(keyFile) && findLostKeys(database, []).length === 0) makeSecretKeyFile(keyFile)
  const keys = existsSync(keyFile) ? readSecretKeys(keyFile) : undefined
  const lost = findLostKeys(database, keys ?? [])
  if (keys === undefined || lost.length > 0) throw lostKeysFault(lost, keyFile)
  const sealer = createSealer(keys)
  sealPlainSecrets(database, sealer)
  return sealer
}

/** @returns ids of keys that something in the database is encrypted with and that are not among the given ones. */
export function findLostKeys(database: ControlPlaneDatabase, keys: readonly SecretKey[]): string[] {
  return [...listKeyIds(database)].filter((id) => !keys.some((key) => key.id === id))
}

/** The error that reports them. */
export function lostKeysFault(ids: readonly string[], keyFile: string): SecretKeyFault {
  return new SecretKeyFault(
    `secrets in the database are encrypted with the key ${ids.join(', ')}, which is not in ${keyFile}: ` +
      'restore the file, or delete those secrets with "signalbox rotate-secret-key --give-up-lost"',
  )
}
