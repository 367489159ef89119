import { parentPort, workerData } from 'node:worker_threads'
import { FloodMemory } from '../batch/flood-memory.js'
import { processBatch, type ProcessOptions } from '../process-batch.js'
import { unpackBatch } from './pack-batch.js'
import type { ProcessAnswer, ProcessRequest } from './worker-messages.js'

if (parentPort === null) {
  throw new Error('the processor worker runs as a worker thread only')
}

const port = parentPort
const options: ProcessOptions = { ...(workerData as ProcessOptions), floodMemory: new FloodMemory() }

async function answer({ id, batch, findings }: ProcessRequest): Promise<void> {
  try {
    const processed = await processBatch(unpackBatch(batch), options, findings)
    const buffers = processed.inserts.flatMap(({ days }) => days.map(({ bytes }) => bytes.buffer))
    port.postMessage({ id, processed } satisfies ProcessAnswer, buffers)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    port.postMessage({ id, error: text } satisfies ProcessAnswer)
  }
}

port.on('message', (request: ProcessRequest) => {
  void answer(request)
})
