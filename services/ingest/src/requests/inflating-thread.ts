import type { Worker } from 'node:worker_threads'
import { BodyError, decodeBody, refuseExpensiveZstd } from '@signalbox/envelope'
import { startWorker } from '@signalbox/service-kit'
import type { InflateResult, InflateRequest } from './inflate-messages.js'

/**
 * Inflates zstd, which has no native implementation here. Large bodies are inflated in a worker thread, one at a time.
 */
export interface InflatingThread {
  /**
   * @param sender Owner of the body; senders are served round-robin.
   * @throws BodyError like `decodeBody`.
   */
  inflateZstd(request: InflateRequest, sender: string): Promise<Uint8Array>
  /** Fails waiting bodies as service errors. */
  close(): Promise<void>
}

/** Smaller bodies are cheaper to inflate directly than to hand over. */
const directBytesMax = 4 * 1024
/**
 * Bodies up to this size are checked by their frame headers first, so refused ones never reach the worker. Scanning
 * larger bodies could take too long.
 */
const lookedAtBytesMax = 64 * 1024

interface Waiting {
  request: InflateRequest
  settle: (answer: InflateResult) => void
}

/** The worker starts with the first large body and restarts after a crash. */
export function createInflatingThread(): InflatingThread {
  /** Waiting bodies by sender, in scheduling order. */
  const lines = new Map<string, Waiting[]>()
  let worker: Worker | undefined
  let underWay: Waiting | undefined

  const settle = (answer: InflateResult) => {
    const settled = underWay
    underWay = undefined
    settled?.settle(answer)
    serve()
  }
  const readyWorker = (): Worker => {
    if (worker !== undefined) return worker
    const started = startWorker('inflate-worker', import.meta.url)
    started.unref()
    started.on('message', settle)
    started.on('error', () => undefined) // What is said of it follows with its end.
    started.on('exit', () => {
      if (worker === started) worker = undefined
      settle({ fault: 'the decompression thread has exited' })
    })
    worker = started
    return started
  }
  const serve = () => {
    const [line] = lines
    if (underWay !== undefined || line === undefined) return
    const [sender, waiting] = line
    underWay = waiting.shift()
    lines.delete(sender)
    // Moves the sender to the back of the queue.
    if (waiting.length > 0) lines.set(sender, waiting)
    readyWorker().postMessage(underWay?.request)
  }
  return {
    inflateZstd: async (request, sender) => {
      if (request.body.length <= directBytesMax) return decodeBody(request.body, 'zstd', request)
      if (request.body.length <= lookedAtBytesMax) refuseExpensiveZstd(request.body, request.bytesMax)
      const answer = await new Promise<InflateResult>((resolve) => {
        const line = lines.get(sender) ?? []
        line.push({ request, settle: resolve })
        lines.set(sender, line)
        serve()
      })
      if ('inflated' in answer) return answer.inflated
      throw 'refusal' in answer ? new BodyError(answer.refusal) : new Error(answer.fault)
    },
    close: async () => {
      const waiting = [...lines.values()].flat()
      lines.clear()
      for (const one of waiting) one.settle({ fault: 'the service is stopping' })
      await worker?.terminate()
    },
  }
}
