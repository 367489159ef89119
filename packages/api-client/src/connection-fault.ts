const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  ERR_INVALID_URL: 'that is not a URL',
  EAI_AGAIN: 'the name of the host could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
}

/** Says in words why a request got no usable answer. */
export function explainConnection(error: unknown, baseUrl: string, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${baseUrl} did not answer within ${timeoutMs} ms`
  const code = findCode(error)
  const reason = connectionFaults[code] ?? (code === '' ? 'the request failed' : code)
  return `Cannot reach ${baseUrl}: ${reason}`
}

/** `fetch` hides the code of the system in its cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}
