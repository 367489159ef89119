import type { PreparedRequest } from './load.js'

/** Who takes what is sent. */
export interface LoadTarget {
  url: string
  /** For what is not authenticated by the key of the DSN. */
  apiKey: string
}

/** Far beyond what any service may let its callers wait. */
const answerWithinMs = 120_000

/**
 * @returns the status of the answer; 0 when the connection broke before there was a whole one.
 * @throws Error when there is no answer for minutes.
 */
export async function sendRequest({ url, apiKey }: LoadTarget, { path, body }: PreparedRequest): Promise<number> {
  try {
    const res = await fetch(url + path, {
      method: 'POST',
      headers: path.includes('sentry_key')
        ? { 'content-type': 'application/x-sentry-envelope' }
        : { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
      body,
      signal: AbortSignal.timeout(answerWithinMs),
    })
    await res.arrayBuffer()
    return res.status
  } catch (error) {
    if (error instanceof TypeError) return 0
    throw error
  }
}

/** Whether a status of `sendRequest` says that everything is kept. */
export const isAcknowledged = (status: number) => status === 200 || status === 202
