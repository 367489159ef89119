import { parentPort } from 'node:worker_threads'
import { LogEngine } from './log-engine.js'
import { unpackAppends } from './pack-appends.js'
import type { ResponseMessage, LogResponse, RequestMessage } from './protocol.js'

// Every installation starts this worker thread, so it must load fast: it imports only the two contracts entries that
// contain no schemas.
if (parentPort === null) {
  throw new Error('the log worker must run in a worker thread')
}

const port = parentPort

const engine = new LogEngine({
  send: (answers, transfer) => {
    const done = answers.filter(isBare).map(({ id }) => id)
    const message: ResponseMessage = { done, answers: answers.filter((answer) => !isBare(answer)) }
    port.postMessage(message, transfer)
  },
  onClosed: () => {
    port.close()
  },
})

port.on('message', ({ appends, requests }: RequestMessage) => {
  engine.receive([...unpackAppends(appends), ...requests])
})

/** True if an answer only says that its request succeeded. */
function isBare(answer: LogResponse): boolean {
  return Object.keys(answer).length === 1
}
