import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ApiConnectionError, ApiError } from '@signalbox/api-client'

/** An event of a stream, its data as it came. */
export interface StreamedEvent {
  id: string
  event: string
  data: string
}

export interface EventsRequest {
  /** Address of the stream. */
  url: string
  apiKey: string
  /** The last event that was seen; empty for all from the beginning. */
  lastEventId: string
}

/**
 * Events of one connection to a stream, until the server ends it or it breaks off.
 * @throws ApiError when the server refuses, ApiConnectionError when it cannot be reached.
 */
export async function* readEvents({ url, apiKey, lastEventId }: EventsRequest): AsyncIterable<StreamedEvent> {
  const res = await fetch(url, {
    headers: {
      authorization: `Bearer ${apiKey}`,
      accept: 'text/event-stream',
      ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
    },
  }).catch((error: unknown) => {
    throw new ApiConnectionError(`Cannot reach ${url}: the request failed`, { cause: error })
  })
  if (!res.ok || res.body === null) throw new ApiError(res.status, await readRefusal(res))
  const body = Readable.fromWeb(res.body as ReadableStream<Uint8Array>)
  yield* parseEvents(createInterface({ input: body, crlfDelay: Infinity }))
}

/** Events of a text by the rules of server-sent events; comments and retries are left out. */
export async function* parseEvents(lines: AsyncIterable<string>): AsyncIterable<StreamedEvent> {
  let [id, event, data]: [string, string, string[]] = ['', 'message', []]
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { id, event, data: data.join('\n') }
      event = 'message'
      data = []
      continue
    }
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
}

async function readRefusal(res: Response): Promise<string> {
  const text = await res.text()
  try {
    const problem: unknown = JSON.parse(text)
    if (typeof problem === 'object' && problem !== null && 'detail' in problem) return String(problem.detail)
  } catch {
    // Something in between answered: the status says what is known.
  }
  return `The server answered status ${res.status}`
}
