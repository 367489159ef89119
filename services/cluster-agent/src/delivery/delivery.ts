import type { Clock, Log } from '@signalbox/service-kit'
import type { DiskBuffer } from '../buffer/disk-buffer.js'
import type { HttpResponse, SendRequest } from '../requests/send-request.js'
import { listAt, numberAt } from '../samples/json-fields.js'
import { toError } from '../samples/source.js'

export interface DeliveryOptions {
  buffer: DiskBuffer
  send: SendRequest
  /** URL of Signalbox. */
  url: string
  apiKey: string
  clock: Clock
  log: Log
  /** 0 to 1; spreads the agents of a cluster over time. */
  random: () => number
}

/** Outcome of samples since startup. */
export interface DeliveryState {
  samplesSent: number
  /** Samples that Signalbox rejected permanently. */
  samplesRejected: number
  failures: number
}

/** Delivers buffered batches to Signalbox, oldest first. */
export interface Delivery {
  /**
   * Sends until the buffer is empty or a request fails. Does nothing until the delay requested by the last failure has
   * passed.
   */
  deliver(): Promise<void>
  state(): DeliveryState
}

const withinMs = 15_000
const bytesMax = 1_024 * 1_024
const firstWaitMs = 1_000
const longestWaitMs = 60_000
/** Statuses of invalid requests. Retrying one would block every batch behind it. */
const hopeless = new Set([400, 413, 415, 422])
/** What to check, by status. */
const hints: Readonly<Record<number, string>> = {
  401: ': check SIGNALBOX_API_KEY',
  403: ': the key in SIGNALBOX_API_KEY needs the scope telemetry:write',
  404: ': check SIGNALBOX_URL',
}

export function createDelivery(options: DeliveryOptions): Delivery {
  const { buffer, clock, log, random } = options
  const state = { samplesSent: 0, samplesRejected: 0, failures: 0 }
  let failuresInTurn = 0
  let notBefore = 0
  let isDelivering = false

  const wait = (reason: string, askedSeconds?: number) => {
    state.failures += 1
    isDelivering = false
    const backOffMs = Math.min(longestWaitMs, firstWaitMs * 2 ** failuresInTurn) * (0.5 + random() / 2)
    failuresInTurn += 1
    const waitMs = Math.max(backOffMs, (askedSeconds ?? 0) * 1_000)
    notBefore = clock() + waitMs
    log.warn({ reason, waitMs, ...buffer.state() }, 'samples could not be delivered; keeping them in the buffer')
  }

  const deliverOldest = async (): Promise<boolean> => {
    const batch = await buffer.oldest()
    if (batch === undefined) return false
    const answer = await post(options, batch.body)
    if (answer.status === 200 || answer.status === 202) {
      const rejected = countRejected(answer.text)
      state.samplesSent += batch.samples - rejected
      state.samplesRejected += rejected
      if (rejected > 0) log.warn({ rejected, answer: answer.text.slice(0, 500) }, 'samples were rejected')
    } else if (hopeless.has(answer.status)) {
      state.samplesRejected += batch.samples
      log.error({ status: answer.status, answer: answer.text.slice(0, 500) }, 'a batch of samples was rejected')
    } else {
      wait(`Signalbox answered ${answer.status}${hints[answer.status] ?? ''}`, answer.retryAfterSeconds)
      return false
    }
    failuresInTurn = 0
    await batch.remove()
    if (!isDelivering) log.info({ ...buffer.state() }, 'samples are being delivered')
    isDelivering = true
    return true
  }

  return {
    state: () => ({ ...state }),
    deliver: async () => {
      if (clock() < notBefore) return
      try {
        while (await deliverOldest());
      } catch (error) {
        wait(toError(error).message)
      }
    },
  }
}

function post({ send, url, apiKey }: DeliveryOptions, body: Buffer): Promise<HttpResponse> {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  }
  return send({ url: `${url}/api/v1/telemetry/metrics/`, method: 'POST', headers, body, withinMs, bytesMax })
}

function countRejected(text: string): number {
  try {
    const answer: unknown = JSON.parse(text)
    return numberAt(answer, 'rejected_total') ?? listAt(answer, 'rejected').length
  } catch {
    return 0
  }
}
