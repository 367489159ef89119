import { limitYoungGeneration, readConfig, runService } from '@signalbox/service-kit'
import { signalboxSettings } from './config.js'
import { createSignalbox } from './signalbox.js'

limitYoungGeneration()

await runService({
  name: 'signalbox',
  process,
  read: (env) => readConfig(signalboxSettings, env),
  create: createSignalbox,
})
