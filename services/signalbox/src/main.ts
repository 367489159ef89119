import { renderAnnouncement } from '@signalbox/control-plane'
import { ConfigError, createLogger, readConfig, runUntilSignal } from '@signalbox/service-kit'
import { signalboxSettings, type SignalboxConfig } from './config.js'
import { createSignalbox } from './signalbox.js'

function readConfigOrExit(): SignalboxConfig {
  try {
    return readConfig(signalboxSettings, process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(2)
  }
}

const config = readConfigOrExit()
const log = createLogger({ level: config.logLevel, name: 'signalbox' })
const { lifecycle, announce } = createSignalbox(config, {
  log,
  onFatal: (error) => {
    log.error({ err: error }, 'cannot go on')
    process.exit(1)
  },
})

await runUntilSignal({
  lifecycle,
  process,
  log,
  onStarted: () => {
    process.stdout.write(renderAnnouncement(announce()))
  },
})
