import { readConfig, runService } from '@signalbox/service-kit'
import { consumerServiceSettings } from './config.js'
import { createConsumerService } from './service.js'

await runService({
  name: 'consumer',
  process,
  read: (env) => readConfig(consumerServiceSettings, env),
  create: createConsumerService,
})
