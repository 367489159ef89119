import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

const cache = join(import.meta.dirname, '..', '..', '.cache', 'sdk-languages')

/**
 * Runs a program to completion.
 * @throws if it fails, with its output.
 */
export const run = promisify(execFile)

/** A command that a build requires, with its minimum version if any. */
export interface Tool {
  command: string
  args: string[]
  atLeast?: [major: number, minor: number]
}

/** True if the command works and its version is new enough. */
export function isThere({ command, args, atLeast: [major, minor] = [0, 0] }: Tool): boolean {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) return false
  const [, foundMajor = 0, foundMinor = 0] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? []
  return foundMajor > major || (foundMajor === major && foundMinor >= minor)
}

/**
 * Builds the contents of a directory unless the same files have been built before.
 * @param build fetches and compiles; its output in the given directory is cached.
 * @returns the cached directory.
 */
export async function buildOnce(source: string, build: (into: string) => Promise<unknown>): Promise<string> {
  const built = join(cache, `${basename(source)}-${await hashFiles(source)}`)
  if (existsSync(built)) return built
  const building = `${built}.${process.pid}`
  await mkdir(building, { recursive: true })
  try {
    await build(building)
    // Atomic: an interrupted run leaves nothing that looks finished.
    await rename(building, built)
  } finally {
    await rm(building, { recursive: true, force: true })
  }
  return built
}

async function hashFiles(directory: string): Promise<string> {
  const hash = createHash('sha256')
  const files = await readdir(directory, { recursive: true, withFileTypes: true })
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name))
  for (const path of paths.sort()) hash.update(await readFile(path))
  return hash.digest('hex').slice(0, 16)
}
