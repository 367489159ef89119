import { setFlagsFromString } from 'node:v8'
import { readConfig, runService } from '@signalbox/service-kit'
import { clusterAgentSettings } from './config.js'
import { createClusterAgentService } from './service.js'

// The agent makes a few megabytes of garbage twice a minute. Space for new objects that does not grow, and code that is
// made to be small, keep its resident memory at about 70 MB where it would be 100 MB; a look takes little longer.
for (const flag of ['--semi-space-growth-factor=1', '--optimize-for-size']) setFlagsFromString(flag)

// No await here: in the single executable this is a CommonJS module.
void runService({
  name: 'cluster-agent',
  process,
  read: (env) => readConfig(clusterAgentSettings, env),
  create: createClusterAgentService,
})
