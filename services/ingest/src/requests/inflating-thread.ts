import type { Worker } from 'node:worker_threads'
import { BodyError, decodeBody, refuseExpensiveZstd } from '@signalbox/envelope'
import { startWorker } from '@signalbox/service-kit'
import type { InflateResult, InflateRequest } from './inflate-messages.js'

/**
 * Inflates zstd, which has no native implementation here. Large bodies are inflated in a worker thread, a few at a time.
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
/**
 * Bodies handed over in one message, and their size: each message wakes the thread, and the bodies of a message are
 * answered together. A body that is larger goes alone.
 */
const messageMax = { bodies: 8, bytes: 256 * 1024 }

interface Waiting {
  request: InflateRequest
  settle: (answer: InflateResult) => void
}

/** The worker starts with the first large body and restarts after a crash. */
export function createInflatingThread(): InflatingThread {
  /** Waiting bodies by sender, in scheduling order. */
  const lines = new Map<string, Waiting[]>()
  let worker: Worker | undefined
  let underWay: Waiting[] = []

  const settle = (answers: readonly InflateResult[]) => {
    const settled = underWay
    underWay = []
    settled.forEach((waiting, index) => {
      waiting.settle(answers[index] ?? { fault: 'the decompression thread has exited' })
    })
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
      settle([])
    })
    worker = started
    return started
  }
  const serve = () => {
    if (underWay.length > 0 || lines.size === 0) return
    underWay = takeNext(lines)
    readyWorker().postMessage(underWay.map(({ request }) => request))
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

/** Takes the bodies of the next message from the lines, one of each sender in turn. */
function takeNext(lines: Map<string, Waiting[]>): Waiting[] {
  const taken: Waiting[] = []
  let bytes = 0
  for (const [sender, line] of lines) {
    const [waiting] = line
    if (taken.length === messageMax.bodies) break
    if (waiting === undefined || (taken.length > 0 && bytes + waiting.request.body.length > messageMax.bytes)) break
    bytes += waiting.request.body.length
    taken.push(waiting)
    lines.delete(sender)
    // The sender's next body waits behind everyone else's; the loop gets to it as well.
    line.shift()
    if (line.length > 0) lines.set(sender, line)
  }
  return taken
}
