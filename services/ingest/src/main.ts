import { limitYoungGeneration, readConfig, runService } from '@signalbox/service-kit'
import { ingestServiceSettings } from './config.js'
import { createIngestService } from './service.js'

limitYoungGeneration()

await runService({
  name: 'ingest',
  process,
  read: (env) => readConfig(ingestServiceSettings, env),
  create: createIngestService,
})
