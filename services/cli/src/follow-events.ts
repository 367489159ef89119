import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { parseJson } from '@signalbox/contracts'
import { ApiConnectionError, ApiError, createApiError, explainConnection } from '@signalbox/api-client'

/** Connections in a row that bring nothing. */
const fruitlessMax = 20
const pauseMs = 1_000

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
async function* readEvents({ url, apiKey, lastEventId }: EventsRequest): AsyncIterable<StreamedEvent> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    accept: 'text/event-stream',
    ...(lastEventId !== '' && { 'last-event-id': lastEventId }),
  }
  const res = await fetch(url, { headers }).catch((error: unknown) => {
    throw new ApiConnectionError(explainConnection(error, url.split('/api/')[0] ?? url, 0), { cause: error })
  })
  if (!res.ok || res.body === null) {
    throw createApiError(res.status, parseJson(await res.text()), res.headers.get('retry-after'))
  }
  const body = Readable.fromWeb(res.body as ReadableStream<Uint8Array>)
  yield* parseEvents(createInterface({ input: body, crlfDelay: Infinity }))
}

/**
 * Events of a stream over as many connections as it takes, each from where the last one broke off. Ends only by its caller.
 * @throws ApiError when the server refuses; ApiConnectionError when it cannot be reached at first, or brings nothing for long.
 */
export async function* followEvents(request: Omit<EventsRequest, 'lastEventId'>): AsyncIterable<StreamedEvent> {
  let lastEventId = ''
  let isKnown = false
  for (let fruitless = 0; fruitless < fruitlessMax; fruitless++) {
    if (fruitless > 1) await delay(pauseMs)
    try {
      for await (const event of readEvents({ ...request, lastEventId })) {
        lastEventId = event.id
        fruitless = 0
        yield event
      }
    } catch (error) {
      // What the server refuses it would refuse again; a connection that breaks is made again.
      if (error instanceof ApiError || (error instanceof ApiConnectionError && !isKnown)) throw error
    }
    isKnown = true
  }
  throw new ApiConnectionError(`the stream at ${request.url} keeps disconnecting`)
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
