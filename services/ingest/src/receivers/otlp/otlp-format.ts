import { writeStatus } from '@signalbox/otlp'
import { MalformedError, TooLargeError, type OtlpFormat } from '@signalbox/otlp'
import { ServiceError } from '@signalbox/contracts'
import type { ErrorFormat } from '../../error-formats.js'
import type { IngestDependencies } from '../../dependencies.js'
import type { Exchange } from '../../requests/exchange.js'
import { readContentType } from '../../requests/read-content-type.js'
import { commonHeaders } from '../../sentry/responses.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { toServiceError } from '../batch/to-service-error.js'

/** gRPC status codes by HTTP status; anything else is 13 (internal). */
const grpcCodes: ReadonlyMap<number, number> = new Map([
  [400, 3],
  [401, 16],
  [403, 7],
  [404, 5],
  [405, 12],
  [413, 8],
  [415, 3],
  [429, 8],
  [503, 14],
])

const formats: ReadonlyMap<string, OtlpFormat> = new Map([
  ['application/x-protobuf', 'protobuf'],
  ['application/json', 'json'],
])

/** The encoding of a request, also used for its response. @returns undefined if OTLP does not define it. */
export function readFormat({ req }: Exchange): OtlpFormat | undefined {
  return formats.get(readContentType(req.headers))
}

/** Errors as OTLP defines them: a `google.rpc.Status` in the encoding of the request. */
export function createOtlpErrorFormat({ reportFault }: Pick<IngestDependencies, 'reportFault'>): ErrorFormat {
  return {
    refuse: (exchange, error) => {
      const refusal = toRefusal(error, readFormat(exchange))
      if (refusal === undefined) reportFault(error, 'a request could not be received')
      sendStatus(exchange, refusal ?? { status: 500, message: 'Internal error', headers: {} })
    },
    refuseMethod: (exchange, allowed) => {
      sendStatus(exchange, { status: 405, message: 'Method not allowed', headers: { Allow: allowed } })
    },
  }
}

interface Refusal {
  status: number
  message: string
  headers: Readonly<Record<string, string>>
}

/** @returns undefined for server-side faults. */
function toRefusal(error: unknown, format: OtlpFormat | undefined): Refusal | undefined {
  if (error instanceof MalformedError) {
    // Someone who sent JSON by mistake would not understand a message about wrong bytes.
    const message = format === 'protobuf' ? `${error.message} (the body was read as protobuf)` : error.message
    return { status: 400, message, headers: {} }
  }
  if (error instanceof TooLargeError) return { status: 413, message: error.message, headers: {} }
  if (error instanceof ProtocolError) return { status: error.status, message: error.message, headers: error.headers }
  const refusal = toServiceError(error)
  if (!(refusal instanceof ServiceError)) return undefined
  const { status, message, retryAfterSeconds } = refusal
  const headers = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }
  return { status, message, headers: { ...headers } }
}

function sendStatus(exchange: Exchange, { status, message, headers }: Refusal): void {
  const code = grpcCodes.get(status) ?? 13
  const isJson = readFormat(exchange) === 'json'
  sendOtlp(exchange, { status, body: isJson ? JSON.stringify({ code, message }) : writeStatus(code, message), headers })
}

/** Responds in the encoding of the request, or in protobuf if OTLP does not define it. */
export function sendOtlp(
  exchange: Exchange,
  { status, body, headers = {} }: { status: number; body: string | Buffer; headers?: Refusal['headers'] },
): void {
  const type = readFormat(exchange) === 'json' ? 'application/json' : 'application/x-protobuf'
  const length = Buffer.byteLength(body)
  exchange.res
    .writeHead(status, { ...commonHeaders, ...headers, 'Content-Type': type, 'Content-Length': length })
    .end(body)
}
