import { setTimeout as delay } from 'node:timers/promises'
import { ApiError, type ApiClient } from '@signalbox/api-client'

const triesMax = 20
const waitSecondsDefault = 5

/** Wraps a client to honor Retry-After, because long imports exceed the requests per minute of a key. */
export function createRetryingClient(client: ApiClient, wait: (ms: number) => Promise<unknown> = delay): ApiClient {
  return {
    ...client,
    call: async (contract, input) => {
      for (let tries = 1; ; tries++) {
        try {
          return await client.call(contract, input)
        } catch (error) {
          if (!(error instanceof ApiError) || error.status !== 429 || tries >= triesMax) throw error
          await wait((error.retryAfterSeconds ?? waitSecondsDefault) * 1_000)
        }
      }
    },
  }
}
