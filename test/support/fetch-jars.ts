import { execFile } from 'node:child_process'
import { access, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Cache of Maven programs, kept between runs. */
export const jarCache = join(import.meta.dirname, '..', '..', '.cache')

/** Fetches the dependencies of a `pom.xml` into a folder, unless it exists. */
export async function fetchJars(folder: string, pom: string): Promise<void> {
  if (await exists(folder)) return
  const building = `${folder}.${process.pid}`
  await mkdir(building, { recursive: true })
  await cp(pom, join(building, 'pom.xml'))
  const goal = ['-q', '-B', '-f', join(building, 'pom.xml'), 'dependency:copy-dependencies']
  await run('mvn', [...goal, `-DoutputDirectory=${building}`], { timeout: 300_000 })
  // Atomic: an interrupted run leaves nothing that looks finished.
  await rename(building, folder).catch(() => rm(building, { recursive: true }))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
