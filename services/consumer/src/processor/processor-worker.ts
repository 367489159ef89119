import { parentPort, workerData } from 'node:worker_threads'
import { openBlobStore } from '@signalbox/artifact-store'
import { lowerPriority, systemClock } from '@signalbox/service-kit'
import { FloodMemory } from '../batch/flood-memory.js'
import { SeriesMemory } from '../kinds/data-point/series-memory.js'
import { processBatch, type ProcessOptions } from '../process-batch.js'
import { createScriptLoader } from '../symbols/script-loader.js'
import { OwnerSourceMaps } from './owner-source-maps.js'
import { unpackBatch } from './pack-batch.js'
import type { ProcessResponse, ProcessRequest, ScriptResult, WorkerSettings } from './worker-messages.js'

if (parentPort === null) {
  throw new Error('the processor worker must run in a worker thread')
}

const port = parentPort
lowerPriority()
const { retentionDays, sourceMaps } = workerData as WorkerSettings
const directory = new OwnerSourceMaps(port)
const scripts =
  sourceMaps &&
  createScriptLoader({
    directory,
    blobs: openBlobStore(sourceMaps.place),
    cacheBytesMax: sourceMaps.cacheBytesMax,
    clock: systemClock,
  })
const floodMemory = new FloodMemory()
const options: ProcessOptions = { retentionDays, scripts, floodMemory, seriesMemory: new SeriesMemory() }

async function answer({ id, batch, findings, processors }: ProcessRequest): Promise<void> {
  floodMemory.shareWith(processors)
  try {
    const processed = await processBatch(unpackBatch(batch), options, findings)
    const rows = processed.inserts.flatMap(({ days }) => days.map(({ bytes }) => bytes.buffer))
    const identities = processed.identities.map(({ units }) => units.buffer)
    port.postMessage({ id, processed } satisfies ProcessResponse, [...rows, ...identities])
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    port.postMessage({ id, error: text } satisfies ProcessResponse)
  }
}

port.on('message', (message: ProcessRequest | ScriptResult) => {
  if ('queryId' in message) directory.take(message)
  else void answer(message)
})
