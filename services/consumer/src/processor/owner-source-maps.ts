import type { MessagePort } from 'node:worker_threads'
import { ServiceError } from '@signalbox/contracts'
import type { ResolvedScript, SourceMapDirectory } from '@signalbox/service-kit'
import type { ScriptResult, ScriptQuery } from './worker-messages.js'

interface Waiting {
  resolve: (scripts: ResolvedScript[]) => void
  reject: (error: ServiceError) => void
}

/** Source maps known to the thread that owns a worker, queried by messages. */
export class OwnerSourceMaps implements SourceMapDirectory {
  readonly #port: MessagePort
  readonly #waiting = new Map<number, Waiting>()
  #lastId = 0

  constructor(port: MessagePort) {
    this.#port = port
  }

  resolveScripts(request: ScriptQuery['request']): Promise<ResolvedScript[]> {
    return new Promise((resolve, reject) => {
      this.#lastId += 1
      this.#waiting.set(this.#lastId, { resolve, reject })
      this.#port.postMessage({ queryId: this.#lastId, request } satisfies ScriptQuery)
    })
  }

  take(answer: ScriptResult): void {
    const waiting = this.#waiting.get(answer.queryId)
    this.#waiting.delete(answer.queryId)
    if ('scripts' in answer) waiting?.resolve(answer.scripts)
    else waiting?.reject(new ServiceError('unavailable', { detail: answer.unavailable }))
  }
}
