import { parentPort } from 'node:worker_threads'
import { LogEngine } from './log-engine.js'
import type { AnswerMessage, RequestMessage } from './protocol.js'

// Every installation starts this worker thread, so it must load fast: it imports only the two contracts entries that
// contain no schemas.
if (parentPort === null) {
  throw new Error('the log worker must run in a worker thread')
}

const port = parentPort

const engine = new LogEngine({
  send: (answers, transfer) => {
    const message: AnswerMessage = { answers }
    port.postMessage(message, transfer)
  },
  onClosed: () => {
    port.close()
  },
})

port.on('message', (message: RequestMessage) => {
  engine.receive(message.requests)
})
