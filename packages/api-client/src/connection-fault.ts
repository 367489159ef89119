const unknownSigner =
  'its certificate was issued by an unknown authority; set NODE_EXTRA_CA_CERTS to a PEM file with the ' +
  "issuer's certificate"
const notHttps = 'it does not speak https; does the address start with http?'

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection reset',
  UND_ERR_SOCKET: 'connection reset',
  ENOTFOUND: 'unknown host',
  ERR_INVALID_URL: 'invalid URL',
  EAI_AGAIN: 'the host name could not be resolved',
  UND_ERR_CONNECT_TIMEOUT: 'connection timed out',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'network unreachable',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: check the clock',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for a different host name',
  ERR_SSL_WRONG_VERSION_NUMBER: notHttps,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notHttps,
}

/** Explains why there was no usable response. */
export function explainConnection(error: unknown, baseUrl: string, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${baseUrl} did not answer within ${timeoutMs} ms`
  if (isBlockedPort(error)) {
    const { port } = new URL(baseUrl)
    return `Cannot reach ${baseUrl}: browsers and HTTP clients refuse port ${port}; let Signalbox listen on another one`
  }
  const code = findCode(error)
  const reason = connectionFaults[code] ?? (code === '' ? 'the request failed' : code)
  return `Cannot reach ${baseUrl}: ${reason}`
}

/** True if `fetch` refused the port, without a connection, because other protocols use it: 6000, 6667 and others. */
function isBlockedPort(error: unknown): boolean {
  return error instanceof Error && (error.message === 'bad port' || isBlockedPort(error.cause))
}

/** `fetch` hides the system error code in the cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}
