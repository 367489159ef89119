import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Takes everything below a directory, and itself, from everybody but its owner: directories 0700, files 0600. What was
 * made by earlier versions or copied back by hand may be open to others. Links are not followed; what belongs to
 * another user is as that user wants it. No-op for a directory that is not there.
 */
export function keepPrivate(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !(found.isDirectory() || found.isFile())) return
  close(path, found)
  if (found.isDirectory()) for (const name of namesIn(path)) keepPrivate(join(path, name))
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isNotOurs(error)) return []
    throw error
  }
}

/** Makes a directory that only its owner can enter, or closes the one that is there; what is in it stays as it is. */
export function makePrivateDirectory(path: string): void {
  makeMissingDirectory(path)
  close(path, lstatSync(path))
}

/**
 * Makes a directory and those above it where they are missing, for their owner only; those that are there stay as they are.
 * One after the other: `recursive` of Node never returns where directories cannot be made, such as below /proc.
 */
export function makeMissingDirectory(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeMissingDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process may have been first.
    if (!existsSync(path)) throw cause
  }
}

function close(path: string, { mode }: { mode: number }): void {
  if ((mode & 0o077) === 0) return
  try {
    chmodSync(path, mode & 0o700)
  } catch (error) {
    if (!isNotOurs(error)) throw error
  }
}

function isNotOurs(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(String(error.code))
  )
}
