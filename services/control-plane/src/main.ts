import { readConfig, runService } from '@signalbox/service-kit'
import { controlPlaneServiceSettings } from './config.js'
import { createControlPlaneService } from './service.js'

await runService({
  name: 'control-plane',
  process,
  read: (env) => readConfig(controlPlaneServiceSettings, env),
  create: createControlPlaneService,
})
