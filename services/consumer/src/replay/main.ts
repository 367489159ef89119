import { createId } from '@signalbox/contracts'
import { createLogger, readConfig } from '@signalbox/service-kit'
import { consumerServiceSettings } from '../config.js'
import { readRequest, runReplay } from './run-replay.js'

// Invoked by the command line: `main.js replay <topic> <from> <to> [--dry-run]`.
const [, , , topic = '', from = '', to = '', ...flags] = process.argv
try {
  await runReplay({
    request: readRequest([topic, from, to]),
    config: readConfig(consumerServiceSettings, process.env),
    id: createId(),
    isDryRun: flags.includes('--dry-run'),
    log: createLogger({ level: 'warn', name: 'signalbox' }),
    print: (line) => {
      process.stdout.write(`${line}\n`)
    },
  })
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(`signalbox: ${message}\nRun the same command again to finish what it started.\n`)
  process.exitCode = 1
}
