import { readConfig, runService } from '@signalbox/service-kit'
import { agentServiceSettings } from './config.js'
import { createAgentService } from './service.js'

await runService({
  name: 'agent',
  process,
  read: (env) => readConfig(agentServiceSettings, env),
  create: createAgentService,
})
