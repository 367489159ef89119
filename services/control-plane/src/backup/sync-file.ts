import { open } from 'node:fs/promises'

/** Waits until everything written to a file is on disk. */
export async function syncFile(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
