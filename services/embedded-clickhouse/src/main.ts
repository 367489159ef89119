import { ConfigError, createLifecycle, createLogger, runUntilSignal } from '@signalbox/service-kit'
import { readEmbeddedClickhouseConfig, type EmbeddedClickhouseConfig } from './config.js'
import { createEmbeddedClickhouse } from './embedded-clickhouse.js'

function readConfigOrExit(): EmbeddedClickhouseConfig {
  try {
    return readEmbeddedClickhouseConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

const config = readConfigOrExit()
const log = createLogger({ level: config.logLevel, name: 'embedded-clickhouse' })
const server = createEmbeddedClickhouse(config)

await runUntilSignal({
  lifecycle: createLifecycle({ components: [server], log }),
  process,
  log,
  onStarted: () => {
    process.stdout.write(`Embedded ClickHouse for development at ${server.url()}\n`)
  },
})
