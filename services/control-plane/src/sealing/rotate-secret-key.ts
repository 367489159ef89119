import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseFile, DatabaseUnusable, openDatabase } from '../database/database.js'
import { refuseDatabaseInUse } from '../database/replace-database.js'
import { defaultSecretKeyFile, findLostKeys, lostKeysFault } from './open-sealer.js'
import { deleteLostSecrets, resealSecrets } from './sealed-columns.js'
import { createSealer } from './sealer.js'
import { createSecretKey, readSecretKeys, replaceSecretKeys, type SecretKeys } from './secret-keys.js'

export interface KeyRotation {
  /** Of the control plane. */
  dataDirectory: string
  /** Beside the database when left out. */
  keyFile?: string | undefined
  /** Whether former keys leave the file. Backups that were made before hold secrets that nobody can read then. */
  forgetFormer: boolean
  /** Whether what is sealed with a lost key is deleted; without it nothing is done then. */
  giveUpLost: boolean
}

export interface RotatedKey {
  keyFile: string
  /** Secrets that were sealed anew. */
  sealed: number
  /** What was deleted because its key is lost. */
  givenUp: number
}

/**
 * Seals all secrets with a new key. Signalbox must not run, as it would go on with the key that it knows. In this order, so
 * that a refusal changes nothing and a crash costs nothing:
 * 1. every key that something is sealed with is there, unless what was lost is given up,
 * 2. the new key is on the disk,
 * 3. everything is sealed with it,
 * 4. former keys go, if they shall.
 * @throws DatabaseInUse; DatabaseUnusable, also where there is none; SecretKeyFault.
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
    const givenUp = lost.length > 0 ? deleteLostSecrets(database, keys) : 0
    const sealed = resealSecrets(database, createSealer(keys))
    if (forgetFormer) replaceSecretKeys(keyFile, [keys[0]])
    return { keyFile, sealed, givenUp }
  } finally {
    database.close()
  }
}
