import type { Worker } from 'node:worker_threads'
import { limits } from '@signalbox/contracts'
import { startWorker } from '@signalbox/service-kit'
import type { ConvertResult, ConvertRequest } from './convert-messages.js'
import { createExclusiveQueue } from './exclusive-queue.js'

/** Converts maps, one at a time, in a worker thread. */
export interface Converter {
  /**
   * Never rejects because of a map's content: a map that takes too much time or memory counts as faulty too.
   * @param read Reads the input when its turn comes, so that only one map at a time is in memory. Its rejections are
   * passed on.
   */
  convert(read: () => Promise<ConvertRequest>): Promise<ConvertResult>
  close(): Promise<void>
}

const { convertHeapMibMax, convertMsMax } = limits.artifacts

/** Starts the thread with the first map, and again after a map that crashed it. */
export function createConverter(): Converter {
  let worker: Worker | undefined
  const runExclusive = createExclusiveQueue()
  const readyWorker = (): Worker => {
    worker ??= startWorker('convert-worker', import.meta.url, {
      resourceLimits: { maxOldGenerationSizeMb: convertHeapMibMax },
    })
    worker.unref()
    return worker
  }
  const end = async (): Promise<void> => {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }
  const convertNow = async (request: ConvertRequest): Promise<ConvertResult> => {
    try {
      return await askWorker(readyWorker(), request)
    } catch {
      await end()
      return { fault: 'converting the source map exceeded the time or memory limit' }
    }
  }
  return {
    convert: (read) => runExclusive(async () => convertNow(await read())),
    close: end,
  }
}

function askWorker(worker: Worker, request: ConvertRequest): Promise<ConvertResult> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onFailure).off('exit', onFailure)
      finish()
    }
    const onMessage = (answer: ConvertResult): void => {
      settle(() => {
        resolve(answer)
      })
    }
    const onFailure = (): void => {
      settle(() => {
        reject(new Error('the converter exited'))
      })
    }
    const timer = setTimeout(onFailure, convertMsMax)
    worker.on('message', onMessage).on('error', onFailure).on('exit', onFailure)
    worker.postMessage(request)
  })
}
