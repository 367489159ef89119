import { readdress, readdressBody, type RecordedRequest } from '../support/recorded-requests.js'

/** Headers that fetch sets itself or that describe the recorded connection. */
const connectionHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'accept-encoding',
  'expect',
])

export interface SentResponse {
  status: number
  headers: Headers
  body: unknown
}

/** Sends a recorded request with its original body and headers. */
export async function sendRequest(
  url: string,
  request: { method: string; headers: [string, string][]; body: Uint8Array<ArrayBuffer> },
): Promise<SentResponse> {
  const sendsBody = request.method !== 'GET' && request.method !== 'OPTIONS'
  const res = await fetch(url, {
    method: request.method,
    headers: request.headers.filter(([name]) => !connectionHeaders.has(name.toLowerCase())),
    ...(sendsBody ? { body: request.body } : {}),
  })
  const text = await res.text()
  return { status: res.status, headers: res.headers, body: text === '' ? null : JSON.parse(text) }
}

/** Sends a request from `readRecordedRequests` as if recorded from a project. @param url Address of an installation. */
export function sendRecordedRequest(
  request: RecordedRequest,
  url: string,
  project: { publicKey: string; number: number },
): Promise<SentResponse> {
  // A tunnel forwards the same envelope to its project's path, without authentication elsewhere.
  const isTunnelled = request.url.startsWith('/tunnel')
  const path = isTunnelled ? `/api/${project.number}/envelope/` : readdress(request.url, project)
  return sendRequest(url + path, {
    method: request.method,
    headers: request.headers.map(([name, value]) => [name, readdress(value, project)]),
    body: readdressBody(request.body, project),
  })
}
