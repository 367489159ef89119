import { mkdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The directory of a service's files. It stays between runs, because installation takes minutes. */
export function homeOf(nameAndVersion: string): string {
  return join(tmpdir(), `signalbox-bench-${nameAndVersion.toLowerCase().replaceAll(' ', '-')}`)
}

/**
 * Installs a service unless an earlier run did.
 * @param needs what the installation requires, for the line printed if it fails.
 * @param install fills the service's empty directory.
 * @returns whether it is installed.
 */
export async function installOnce(name: string, needs: string, install: () => Promise<unknown>): Promise<boolean> {
  const home = homeOf(name)
  const finished = join(home, 'finished')
  if ((await stat(finished).catch(() => undefined)) !== undefined) return true
  console.error(`Installing ${name}, once …`)
  await rm(home, { recursive: true, force: true })
  await mkdir(home)
  try {
    await install()
    await writeFile(finished, '')
    return true
  } catch (error) {
    const reason = String(error).split('\n').slice(0, 2).join(': ')
    console.error(`Left out: ${name}. It needs ${needs} (${reason})`)
    return false
  }
}
