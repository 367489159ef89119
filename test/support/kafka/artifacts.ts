import { execFile } from 'node:child_process'
import { access, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..', '..')

/** Where the classes of the broker lie once they were fetched, kept from run to run. */
export const kafkaJars = join(root, '.cache', 'kafka-4.1.1')

/** Fetches the broker from Maven when it is not there yet. */
export async function fetchKafka(): Promise<void> {
  if (await exists(kafkaJars)) return
  const building = `${kafkaJars}.${process.pid}`
  await mkdir(building, { recursive: true })
  await cp(join(import.meta.dirname, 'pom.xml'), join(building, 'pom.xml'))
  const goal = ['-q', '-B', '-f', join(building, 'pom.xml'), 'dependency:copy-dependencies']
  await run('mvn', [...goal, `-DoutputDirectory=${building}`], { timeout: 300_000 })
  // Whole or not at all: a run that was cut off leaves nothing that looks finished.
  await rename(building, kafkaJars).catch(() => rm(building, { recursive: true }))
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}
