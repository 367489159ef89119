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
  /** Old and new directory of the control plane. */
  from: string
  to: string
  /** True if an existing database may be moved aside. */
  replace: boolean
  /** Unix milliseconds. */
  now: number
}

/** The target already has a control plane and `--replace` was not given. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse'
}

/** @throws TargetInUse before anything has changed. */
export function refuseUsedTarget({ to, replace }: Pick<ControlPlaneMove, 'to' | 'replace'>): void {
  if (replace || !existsSync(join(to, databaseFile))) return
  throw new TargetInUse(`${to} already contains a control plane. Use --replace to set it aside and continue.`)
}

/**
 * Copies the control plane's database to its new place, verifying the copy by row counts and checksum; an existing
 * database is kept beside it. Secret keys stored beside the database are copied too and take precedence over those of a
 * replaced control plane; moving keys stored elsewhere is up to the operator.
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
