import type { Worker } from 'node:worker_threads'
import { BodyError, decodeBody, refuseExpensiveZstd } from '@signalbox/envelope'
import { startWorker } from '@signalbox/service-kit'
import type { InflateAnswer, InflateRequest } from './inflate-messages.js'

/** Inflates zstd, which is done in JavaScript: large bodies in a thread of their own, one after the other. */
export interface InflatingThread {
  /**
   * @param sender Whose body it is: senders take turns.
   * @throws BodyError as `decodeBody` does.
   */
  inflateZstd(request: InflateRequest, sender: string): Promise<Uint8Array>
  /** Bodies that wait are refused as failures of the service. */
  close(): Promise<void>
}

/** Handing a smaller body over costs more than it saves. */
const directBytesMax = 4 * 1024
/** What is refused by its headers alone is not handed over; looking at those of a larger body could take long. */
const lookedAtBytesMax = 64 * 1024

interface Waiting {
  request: InflateRequest
  settle: (answer: InflateAnswer) => void
}

/** The thread starts with the first large body, and again after one that it did not survive. */
export function createInflatingThread(): InflatingThread {
  /** Of each sender with bodies that wait, in the order of their turns. */
  const lines = new Map<string, Waiting[]>()
  let worker: Worker | undefined
  let underWay: Waiting | undefined

  const settle = (answer: InflateAnswer) => {
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
      settle({ fault: 'the thread that inflates bodies has ended' })
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
    // Its next turn comes after everybody else's.
    if (waiting.length > 0) lines.set(sender, waiting)
    readyWorker().postMessage(underWay?.request)
  }
  return {
    inflateZstd: async (request, sender) => {
      if (request.body.length <= directBytesMax) return decodeBody(request.body, 'zstd', request)
      if (request.body.length <= lookedAtBytesMax) refuseExpensiveZstd(request.body, request.bytesMax)
      const answer = await new Promise<InflateAnswer>((resolve) => {
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
      for (const one of waiting) one.settle({ fault: 'the service stops' })
      await worker?.terminate()
    },
  }
}
