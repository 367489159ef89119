import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adoptSecretKeys,
  databaseFile,
  defaultSecretKeyFile,
  restoreBackup,
  writeBackup,
} from '@signalbox/control-plane'

export interface ControlPlaneMove {
  /** Directories of the control plane, old and new. */
  from: string
  to: string
  /** Whether a database that is there already may be put aside. */
  replace: boolean
  /** Unix milliseconds. */
  now: number
}

/** There is a control plane at the new place, and it was not said that it may be replaced. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse'
}

/** @throws TargetInUse before anything is done. */
export function refuseUsedTarget({ to, replace }: Pick<ControlPlaneMove, 'to' | 'replace'>): void {
  if (replace || !existsSync(join(to, databaseFile))) return
  throw new TargetInUse(`There is a control plane in ${to} already. --replace puts it aside and goes on.`)
}

/**
 * Puts a copy of the control plane's database in its new place. The copy is checked row by row count and by its
 * checksum on the way; one that was there stays beside it. The keys of its secrets come along where they lie beside it, in
 * front of those of a control plane that is put aside; keys that lie elsewhere are the operator's to bring.
 * @returns rows by table.
 */
export async function moveControlPlane(move: ControlPlaneMove): Promise<Readonly<Record<string, number>>> {
  refuseUsedTarget(move)
  await mkdir(move.to, { recursive: true, mode: 0o700 })
  const file = join(move.to, 'promotion.backup')
  try {
    await writeBackup({ dataDirectory: move.from, target: file, now: move.now })
    const { header } = await restoreBackup({ dataDirectory: move.to, file, now: move.now })
    adoptSecretKeys(defaultSecretKeyFile(move.to), defaultSecretKeyFile(move.from))
    return header.row_counts
  } finally {
    await rm(file, { force: true })
  }
}
