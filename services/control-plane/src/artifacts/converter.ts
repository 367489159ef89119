import type { Worker } from 'node:worker_threads'
import { limits } from '@signalbox/contracts'
import { startWorker } from '@signalbox/service-kit'
import type { ConvertAnswer, ConvertRequest } from './convert-messages.js'
import { createTurns } from './turns.js'

/** Converts maps, one after the other, in a thread of its own. */
export interface Converter {
  /**
   * Never rejects because of what a map holds: a map that takes too much time or memory is at fault as well.
   * @param read Reads what to convert when its turn has come, so that one map at a time is in memory. Rejections are passed on.
   */
  convert(read: () => Promise<ConvertRequest>): Promise<ConvertAnswer>
  close(): Promise<void>
}

const { convertHeapMibMax, convertMsMax } = limits.artifacts

/** The thread starts with the first map, and again after one that it did not survive. */
export function createConverter(): Converter {
  let worker: Worker | undefined
  const takeTurn = createTurns()
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
  const convertNow = async (request: ConvertRequest): Promise<ConvertAnswer> => {
    try {
      return await askWorker(readyWorker(), request)
    } catch {
      await end()
      return { fault: 'converting the source map exceeded the time or memory limit' }
    }
  }
  return {
    convert: (read) => takeTurn(async () => convertNow(await read())),
    close: end,
  }
}

function askWorker(worker: Worker, request: ConvertRequest): Promise<ConvertAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (finish: () => void): void => {
      clearTimeout(timer)
      worker.off('message', onMessage).off('error', onFailure).off('exit', onFailure)
      finish()
    }
    const onMessage = (answer: ConvertAnswer): void => {
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
