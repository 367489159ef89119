import { setFlagsFromString } from 'node:v8'
import { readConfig, runService } from '@signalbox/service-kit'
import { limitYoungGeneration } from '@signalbox/service-kit/young-generation'
import { clusterAgentSettings } from './config.js'
import { createClusterAgentService } from './service.js'

// The agent produces a few megabytes of garbage twice a minute. A small young generation and size-optimized code keep its
// resident memory at about 70 MB instead of 100 MB; a collection takes little longer.
limitYoungGeneration(process)
setFlagsFromString('--optimize-for-size')

// No await here: in the single executable this is a CommonJS module.
void runService({
  name: 'cluster-agent',
  process,
  read: (env) => readConfig(clusterAgentSettings, env),
  create: createClusterAgentService,
})
