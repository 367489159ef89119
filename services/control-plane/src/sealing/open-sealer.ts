import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ControlPlaneDatabase } from '../database/database.js'
import { createSealer, type Sealer } from './sealer.js'
import { listKeyIds, sealPlainSecrets } from './sealed-columns.js'
import { makeSecretKeyFile, readSecretKeys, SecretKeyFault, type SecretKey } from './secret-keys.js'

/** Where the keys are unless the operator says so: beside the database, and not in it. */
export function defaultSecretKeyFile(dataDirectory: string): string {
  return join(dataDirectory, 'secret.key')
}

/**
 * The sealer of a database. Makes the file of keys where nothing needs a former one, and seals what is in the clear.
 * @throws SecretKeyFault when a key is missing that something was sealed with.
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

/** @returns ids of keys that something in the database is sealed with, and that are not among those given. */
export function findLostKeys(database: ControlPlaneDatabase, keys: readonly SecretKey[]): string[] {
  return [...listKeyIds(database)].filter((id) => !keys.some((key) => key.id === id))
}

/** What to say of them. */
export function lostKeysFault(ids: readonly string[], keyFile: string): SecretKeyFault {
  return new SecretKeyFault(
    `secrets in the database are encrypted with the key ${ids.join(', ')}, which is not in ${keyFile}: ` +
      'restore the file, or delete those secrets with "signalbox rotate-secret-key --give-up-lost"',
  )
}
