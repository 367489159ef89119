import type { OutgoingRequest, SendRequest } from './send-request.js'

/**
 * Returns the JSON of a response with status 200.
 * @throws Error with the status for any other response.
 */
export async function readJson(send: SendRequest, request: OutgoingRequest): Promise<unknown> {
  const { status, text } = await send(request)
  if (status !== 200) throw new Error(`GET ${request.url} returned ${status}: ${text.slice(0, 200)}`)
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`GET ${request.url} did not return JSON`, { cause: error })
  }
}
