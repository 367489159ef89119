import { createLogger, readConfig } from '@signalbox/service-kit'
import { signalboxSettings } from '../config.js'
import { promote } from './promote.js'

// Entry point used by the command line: `main.js promote <old data directory> <new data directory> [--replace]`.
const [from = '', to = '', ...flags] = process.argv.slice(3)
try {
  const config = readConfig(signalboxSettings, process.env)
  await promote({
    from,
    to,
    replace: flags.includes('--replace'),
    config,
    log: createLogger({ level: 'warn', name: 'signalbox' }),
    print: (line) => {
      process.stdout.write(`${line}\n`)
    },
    now: Date.now(),
  })
} catch (error) {
  process.stderr.write(`signalbox: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
