import { readConfig, runService } from '@signalbox/service-kit'
import { ingestServiceSettings } from './config.js'
import { createIngestService } from './service.js'

await runService({
  name: 'ingest',
  process,
  read: (env) => readConfig(ingestServiceSettings, env),
  create: createIngestService,
})
