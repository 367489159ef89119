import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as delay } from 'node:timers/promises'
import { parseJson } from '@signalbox/contracts'
import { ApiConnectionError, ApiError, createApiError, explainConnection } from '@signalbox/api-client'

/** Maximum number of consecutive connections without any event. */
const fruitlessMax = 20
const pauseMs = 1_000

/** An event of a stream with its raw data. */
export interface StreamedEvent {
  id: string
  event: string
  data: string
}

export interface EventsRequest {
  /** URL of the stream. */
  url: string
  apiKey: string
  /** Id of the last event received; empty to start from the beginning. */
  lastEventId: string
}

/**
 * Yields the events of one connection until the server closes it or it fails.
 * @throws ApiError if the server refuses; ApiConnectionError if it cannot be reached.
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
 * Yields the events of a stream, reconnecting as often as needed and resuming where the last connection ended. Only the
 * caller ends it.
 * @throws ApiError if the server refuses; ApiConnectionError if the first connection fails, or too many in a row bring
 * no event.
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
      // Retrying a refused request is pointless; a broken connection is reopened.
      if (error instanceof ApiError || (error instanceof ApiConnectionError && !isKnown)) throw error
    }
    isKnown = true
  }
  throw new ApiConnectionError(`the stream at ${request.url} keeps disconnecting`)
}

/** Parses server-sent events from a text; comments and retry fields are ignored. */
export async function* parseEvents(lines: AsyncIterable<string>): AsyncIterable<StreamedEvent> {
  let [id, event, data]: [string, string, string[]] = ['', 'message', []]
  for await (const line of lines) {
    if (line === '') {
      if (data.length > 0) yield { id, event, data: data.join('\n') }
      event = 'message'
      data = []
      continue
    }
    const { name, value } = readField(line)
    if (name === 'id') id = value
    else if (name === 'event') event = value
    else if (name === 'data') data.push(value)
  }
}

function readField(line: string): { name: string; value: string } {
  const colon = line.indexOf(':')
  return colon === -1
    ? { name: line, value: '' }
    : { name: line.slice(0, colon), value: line.slice(colon + 1).replace(/^ /, '') }
}
