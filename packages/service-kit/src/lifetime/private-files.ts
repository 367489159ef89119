import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'

/**
 * Restricts a directory and everything in it to its owner: directories 0700, files 0600. Files from earlier versions or
 * restored by hand may be readable by others. Symbolic links are not followed, and files of other users are left alone.
 * No-op if the directory does not exist.
 */
export function restrictToOwner(path: string): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined || !(found.isDirectory() || found.isFile())) return
  close(path, found)
  if (found.isDirectory()) for (const name of namesIn(path)) restrictToOwner(join(path, name))
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch (error) {
    if (isNotOurs(error)) return []
    throw error
  }
}

/** Creates a directory that only its owner can access, or restricts an existing one; its content is left alone. */
export function makePrivateDirectory(path: string): void {
  makeMissingDirectory(path)
  close(path, lstatSync(path))
}

/**
 * Creates a directory and its missing parents, accessible to their owner only; existing ones are left alone. Creates
 * one level at a time: Node's `recursive` option never returns if directories cannot be created, such as below /proc.
 */
export function makeMissingDirectory(path: string): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeMissingDirectory(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (cause) {
    // Another process may have created it first.
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
