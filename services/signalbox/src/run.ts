import { readConfig, runService } from '@signalbox/service-kit'
import { signalboxSettings } from './config.js'
import { createSignalbox } from './signalbox.js'

/** Runs everything in one process, until a signal ends it. */
export function run(process: NodeJS.Process): Promise<void> {
  return runService({
    name: 'signalbox',
    process,
    read: (env) => readConfig(signalboxSettings, env),
    create: createSignalbox,
  })
}
