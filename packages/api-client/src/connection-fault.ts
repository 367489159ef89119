const unknownSigner =
  'its certificate was signed by nobody whom this machine knows; name a PEM file of the signer in NODE_EXTRA_CA_CERTS'
const notHttps = 'it does not speak https there; is the address an http one?'

const connectionFaults: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ENOTFOUND: 'no such host',
  ERR_INVALID_URL: 'that is not a URL',
  EAI_AGAIN: 'the name of the host could not be looked up',
  UND_ERR_CONNECT_TIMEOUT: 'no connection could be made in time',
  EHOSTUNREACH: 'no way leads to the host',
  ENETUNREACH: 'no way leads to the network',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownSigner,
  SELF_SIGNED_CERT_IN_CHAIN: unknownSigner,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownSigner,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownSigner,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet: is the clock right?',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: notHttps,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: notHttps,
}

/** Explains why there was no usable response. */
export function explainConnection(error: unknown, baseUrl: string, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `${baseUrl} did not answer within ${timeoutMs} ms`
  const code = findCode(error)
  const reason = connectionFaults[code] ?? (code === '' ? 'the request failed' : code)
  return `Cannot reach ${baseUrl}: ${reason}`
}

/** `fetch` hides the system error code in the cause. */
function findCode(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : findCode(error.cause)
}
