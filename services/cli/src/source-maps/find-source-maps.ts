import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, relative, sep } from 'node:path'
import { CommandFailure } from '../exit-codes.js'

/** A file to upload. */
export interface FoundFile {
  path: string
  /** Path relative to the URL prefix, with slashes. */
  name: string
  bytes: number
}

const uploaded = new Set(['.js', '.cjs', '.mjs', '.map', '.jsbundle', '.bundle'])

/**
 * Finds scripts and maps in directories, and files that are given directly: scripts, maps, or ZIP archives of them.
 * Installed packages (`node_modules`) and hidden directories are skipped. Sorted by name.
 * @throws CommandFailure if a path does not exist or there is nothing to upload.
 */
export async function findSourceMaps(paths: readonly string[]): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const path of paths) {
    const known = await stat(path).catch(() => undefined)
    if (known === undefined) throw new CommandFailure(`no such file or folder: ${path}`)
    if (known.isDirectory()) found.push(...(await listFolder(path)))
    else found.push({ path, name: basename(path), bytes: known.size })
  }
  if (found.length > 0) return found
  throw new CommandFailure(`no scripts or source maps (${[...uploaded].join(', ')}) in ${paths.join(', ')}`)
}

async function listFolder(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const open = [folder]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const entries = await readdir(next, { withFileTypes: true })
    for (const entry of entries) {
      const path = join(next, entry.name)
      const isLeftOut = entry.name === 'node_modules' || entry.name.startsWith('.')
      if (entry.isDirectory() && !isLeftOut) open.push(path)
      if (entry.isFile() && uploaded.has(extname(entry.name))) {
        const name = relative(folder, path).split(sep).join('/')
        found.push({ path, name, bytes: (await stat(path)).size })
      }
    }
  }
  return found.sort((one, other) => (one.name < other.name ? -1 : 1))
}
