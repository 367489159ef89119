import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { EventStream, ServiceError, type EventWatcher, type ServerSentEvent } from '@signalbox/contracts'
import { expect } from 'chai'
import { sendEventStream, type EventStreamOptions } from '../../src/http/send-event-stream.js'

/** A stream whose events are sent by the test. */
class ScriptedStream {
  watcher: EventWatcher | undefined
  /** Resolves when the reader has released the stream. */
  readonly left: Promise<void>
  #leave: () => void = () => undefined
  #queue: ServerSentEvent[] = []
  #over = false
  #wake: () => void = () => undefined
  readonly stream = new EventStream((watcher) => {
    this.watcher = watcher
    watcher.signal.addEventListener('abort', () => {
      this.#wake()
    })
    return this.#read(watcher.signal)
  })

  constructor() {
    this.left = new Promise((resolve) => {
      this.#leave = resolve
    })
  }

  give(...events: ServerSentEvent[]): void {
    this.#queue.push(...events)
    this.#wake()
  }

  end(): void {
    this.#over = true
    this.#wake()
  }

  async *#read(signal: AbortSignal): AsyncGenerator<ServerSentEvent> {
    try {
      while (!signal.aborted) {
        const changed = new Promise<void>((resolve) => {
          this.#wake = resolve
        })
        const event = this.#queue.shift()
        if (event) yield event
        else if (this.#over) return
        else await changed
      }
    } finally {
      this.#leave()
    }
  }
}

const tick = (number: number): ServerSentEvent => ({
  id: String(number),
  event: 'tick',
  data: { number, text: 'a\nb' },
})

describe('an event stream', () => {
  let server: Server
  let url: string
  let options: EventStreamOptions
  let failure: Promise<unknown>
  let scripted: ScriptedStream

  beforeEach(async () => {
    options = { isAllowed: () => Promise.resolve(true), heartbeatMs: 60_000 }
    scripted = new ScriptedStream()
    failure = new Promise((resolve) => {
      server = createServer((req: IncomingMessage, res: ServerResponse) => {
        sendEventStream({ req, res }, scripted.stream, options).then(
          () => {
            resolve(undefined)
          },
          (error: unknown) => {
            res.destroy()
            resolve(error)
          },
        )
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const open = async (headers: Record<string, string> = {}) => {
    const [res] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
    return res
  }
  const readAll = async (res: IncomingMessage) => {
    const chunks: string[] = []
    for await (const chunk of res) chunks.push(String(chunk))
    return chunks.join('')
  }

  it('sends each event as it happens, with its id, kind and JSON on one line, and ends with the stream', async () => {
    const res = await open()
    expect(res.statusCode).to.equal(200)
    expect(res.headers).to.include({ 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' })
    scripted.give(tick(1))
    const [first] = (await once(res, 'data')) as [Buffer]
    expect(String(first)).to.equal('id: 1\nevent: tick\ndata: {"number":1,"text":"a\\nb"}\n\n')
    scripted.give(tick(2), tick(3))
    scripted.end()
    expect(await readAll(res)).to.match(/^id: 2\n[^]*id: 3\n[^]*\n\n$/)
    expect(await failure).to.equal(undefined)
  })

  it('starts at the position given by the caller', async () => {
    await open({ 'Last-Event-ID': '7' })
    expect(scripted.watcher?.lastEventId).to.equal('7')
  })

  it('sends comments while idle', async () => {
    options = { ...options, heartbeatMs: 5 }
    const [beat] = (await once(await open(), 'data')) as [Buffer]
    expect(String(beat)).to.match(/^: /)
  })

  it('ends when the caller loses access', async () => {
    options = { heartbeatMs: 5, isAllowed: () => Promise.reject(new ServiceError('unauthenticated')) }
    expect(await readAll(await open())).to.equal('')
    await scripted.left
  })

  it('releases the stream of a disconnected caller', async () => {
    const res = await open()
    res.destroy()
    await scripted.left
    expect(scripted.watcher?.signal.aborted).to.equal(true)
    expect(await failure).to.equal(undefined)
  })

  it('ends for all watchers when the server stops', async () => {
    const ending = new AbortController()
    options = { ...options, ending: ending.signal }
    const res = await open()
    scripted.give(tick(1))
    ending.abort()
    await readAll(res)
    await scripted.left
    expect(await failure).to.equal(undefined)
  })

  it('cuts off a caller that reads nothing, without buffering unread data', async () => {
    options = { ...options, stalledMsMax: 20 }
    const res = await open()
    res.pause()
    const large = { id: '1', event: 'large', data: 'x'.repeat(1_000_000) }
    scripted.give(...Array.from({ length: 50 }, () => large))
    await scripted.left
    expect(await failure).to.equal(undefined)
  })

  it('sends nothing if the stream cannot be opened', async () => {
    const refusal = new ServiceError('overloaded')
    scripted = Object.assign(new ScriptedStream(), {
      stream: new EventStream(() => {
        throw refusal
      }),
    })
    await open().catch(() => undefined)
    expect(await failure).to.equal(refusal)
  })

  it('propagates a broken stream, so that no caller mistakes it for complete', async () => {
    const broken = new Error('the database is gone')
    scripted = Object.assign(new ScriptedStream(), {
      stream: new EventStream(() => ({ [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(broken) }) })),
    })
    const res = await open()
    expect(await failure).to.equal(broken)
    expect(await readAll(res).catch((error: unknown) => String(error))).to.contain('aborted')
  })

  it('answers HEAD with its headers, without opening the stream', async () => {
    const res = await fetch(url, { method: 'HEAD' })
    expect(res.headers.get('content-type')).to.contain('text/event-stream')
    expect(scripted.watcher).to.equal(undefined)
  })
})
