import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, DatabaseUnusable, openDatabase } from '../database/database.js'
import { refuseDatabaseInUse } from '../database/replace-database.js'
import { defaultSecretKeyFile, findLostKeys, lostKeysFault } from './open-sealer.js'
import { deleteLostSecrets, resealSecrets } from './sealed-columns.js'
import { createSealer } from './sealer.js'
import { createSecretKey, readSecretKeys, replaceSecretKeys, type SecretKeys } from './secret-keys.js'

export interface KeyRotation {
  /** Data directory of the control plane. */
  dataDirectory: string
  /** Default: next to the database. */
  keyFile?: string | undefined
  /** True to remove former keys from the file. Nobody can then read the secrets in older backups. */
  forgetFormer: boolean
  /** True to delete secrets that are encrypted with a lost key; otherwise, lost keys abort the rotation. */
  giveUpLost: boolean
}

export interface RotatedKey {
  keyFile: string
  /** Number of secrets encrypted again. */
  sealed: number
  /** Number of deleted secrets whose key is lost. */
  secretsDeleted: number
}

/**
 * Encrypts all secrets with a new key. Signalbox must not be running, because it would continue with the key that it
 * knows. The order ensures that a refusal changes nothing and a crash loses nothing:
 * 1. check that every key in use is there, unless lost secrets are given up,
 * 2. write the new key to disk,
 * 3. encrypt everything with it,
 * 4. remove former keys if requested.
 * @throws DatabaseInUse; DatabaseUnusable, also if there is no database; SecretKeyFault.
 */
export function rotateSecretKey({ dataDirectory, forgetFormer, giveUpLost, ...rotation }: KeyRotation): RotatedKey {
  const keyFile = rotation.keyFile ?? defaultSecretKeyFile(dataDirectory)
  const file = join(dataDirectory, databaseFile)
  if (!existsSync(file))
    throw new DatabaseUnusable(`${file} does not exist: pass the data directory of an installation`)
  refuseDatabaseInUse(dataDirectory)
  const database = openDatabase(dataDirectory)
  try {
    const former = existsSync(keyFile) ? readSecretKeys(keyFile) : []
    const lost = findLostKeys(database, former)
    if (lost.length > 0 && !giveUpLost) throw lostKeysFault(lost, keyFile)
    const keys: SecretKeys = [createSecretKey(), ...former]
    replaceSecretKeys(keyFile, keys)
    const secretsDeleted = lost.length > 0 ? deleteLostSecrets(database, keys) : 0
    const sealed = resealSecrets(database, createSealer(keys))
    if (forgetFormer) replaceSecretKeys(keyFile, [keys[0]])
    return { keyFile, sealed, secretsDeleted }
  } finally {
    database.close()
  }
}
