import { readConfig, runService } from '@signalbox/service-kit'
import { ingestServiceSettings } from './config.js'
import { createIngestService } from './service.js'

/** Runs ingestion as a separate process, until a signal ends it. */
export function run(process: NodeJS.Process): Promise<void> {
  return runService({
    name: 'ingest',
    process,
    read: (env) => readConfig(ingestServiceSettings, env),
    create: createIngestService,
  })
}
