import type { PreparedRequest } from './load.js'

/** Recipient of a load. */
export interface LoadTarget {
  url: string
  /** For requests that are not authenticated by the DSN key. */
  apiKey: string
}

/** Far longer than any service may take to respond. */
const answerWithinMs = 120_000

/**
 * @returns the response's status; 0 if the connection broke before the response was complete.
 * @throws Error if there is no response for minutes.
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

/** True if a status from `sendRequest` means that everything is stored. */
export const isAcknowledged = (status: number) => status === 200 || status === 202
