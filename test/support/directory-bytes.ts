import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Total size of all files below a directory. Files and folders may vanish meanwhile, as those of merged parts do. */
export async function directoryBytes(directory: string): Promise<number> {
  const entries = await readdir(directory, { withFileTypes: true }).catch(unlessGone([]))
  const sizes = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name)
      if (entry.isDirectory()) return directoryBytes(path)
      return entry.isFile() ? (await stat(path).catch(unlessGone({ size: 0 }))).size : 0
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

function unlessGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return instead
    throw error
  }
}
