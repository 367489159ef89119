import { readConfig, silentLog } from '@signalbox/service-kit'
import { createRequire } from 'node:module'
import { signalboxSettings } from '../../src/config.js'
import { createSignalbox } from '../../src/signalbox.js'

/**
 * Run as a process: starts an installation with the environment's settings, stops it, and prints which of the given
 * libraries it had loaded; then once more with the Kafka log loaded, which shows that they would have been detected.
 */
async function listLoaded(libraries: readonly string[]): Promise<void> {
  const config = { ...readConfig(signalboxSettings, process.env), port: 0, adminPort: 0 }
  const onFatal = (error: Error) => {
    throw error
  }
  const { lifecycle } = createSignalbox(config, { log: silentLog, onFatal })
  await lifecycle.start()
  await lifecycle.stop()
  const started = loadedOf(libraries)
  await import('@signalbox/event-log/kafka')
  process.stdout.write(JSON.stringify({ started, withKafka: loadedOf(libraries) }))
}

function loadedOf(libraries: readonly string[]): string[] {
  const files = Object.keys(createRequire(import.meta.url).cache)
  return libraries.filter((library) => files.some((file) => file.includes(`/node_modules/${library}/`)))
}

void listLoaded(process.argv.slice(2))
