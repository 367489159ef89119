import { existsSync } from 'node:fs'
import { openDatabase } from '../database/database.js'
import { refuseDatabaseInUse } from '../database/replace-database.js'
import { defaultSecretKeyFile } from './open-sealer.js'
import { deleteLostSecrets, resealSecrets, sealPlainSecrets } from './sealed-columns.js'
import { createSealer } from './sealer.js'
import {
  createSecretKey,
  makeSecretKeyFile,
  readSecretKeys,
  replaceSecretKeys,
  type SecretKeys,
} from './secret-keys.js'

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
 * Seals all secrets with a new key. Signalbox must not run, as it would go on with the key that it knows. The new key is
 * on the disk before anything is sealed with it, so that a crash costs nothing.
 * @throws DatabaseInUse, DatabaseUnusable, SecretKeyFault.
 */
export function rotateSecretKey({ dataDirectory, forgetFormer, giveUpLost, ...rotation }: KeyRotation): RotatedKey {
  const keyFile = rotation.keyFile ?? defaultSecretKeyFile(dataDirectory)
  refuseDatabaseInUse(dataDirectory)
  const database = openDatabase(dataDirectory)
  try {
    if (giveUpLost && !existsSync(keyFile)) makeSecretKeyFile(keyFile)
    const former = readSecretKeys(keyFile)
    const keys: SecretKeys = [createSecretKey(), ...former]
    replaceSecretKeys(keyFile, keys)
    const givenUp = giveUpLost ? deleteLostSecrets(database, keys) : 0
    sealPlainSecrets(database, createSealer(keys))
    const sealed = resealSecrets(database, createSealer(keys))
    if (forgetFormer) replaceSecretKeys(keyFile, [keys[0]])
    return { keyFile, sealed, givenUp }
  } finally {
    database.close()
  }
}
