import { readConfig, runService } from '@signalbox/service-kit'
import { queryServiceSettings } from './config.js'
import { createQueryService } from './service.js'

await runService({
  name: 'query',
  process,
  read: (env) => readConfig(queryServiceSettings, env),
  create: createQueryService,
})
