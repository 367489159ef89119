import { parentPort } from 'node:worker_threads'
import { BodyError, decodeBody } from '@signalbox/envelope'
import { lowerPriority } from '@signalbox/service-kit'
import type { InflateResult, InflateRequest } from './inflate-messages.js'

if (parentPort === null) throw new Error('the decompression worker must run in a worker thread')
const port = parentPort
lowerPriority()

async function inflate({ body, bytesMax }: InflateRequest): Promise<InflateResult> {
  try {
    return { inflated: await decodeBody(body, 'zstd', { bytesMax }) }
  } catch (error) {
    if (error instanceof BodyError) return { refusal: error.reason }
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Transfers buffers instead of copying them if nothing else shares them. */
function ownedBy(answer: InflateResult): ArrayBuffer[] {
  if (!('inflated' in answer)) return []
  const { buffer, byteLength } = answer.inflated
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : []
}

async function inflateAll(requests: readonly InflateRequest[]): Promise<void> {
  const answers: InflateResult[] = []
  for (const request of requests) answers.push(await inflate(request))
  port.postMessage(answers, answers.flatMap(ownedBy))
}

port.on('message', (requests: InflateRequest[]) => {
  void inflateAll(requests)
})
