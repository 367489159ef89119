import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { exceptions } from './server-exception.js'

/** A statement request without its body. */
export interface StatementRequest {
  /** The statement, or its beginning if the body continues it; empty if it is in the body only. */
  query: string
  queryId: string | undefined
  database: string | undefined
  /** Result format if the statement has no FORMAT clause. */
  format: string
  settings: Map<string, string>
  parameters: Map<string, string>
  /** True if the response starts only after the statement has ended. */
  waitsForEnd: boolean
  /** True if the client accepts a compressed response. */
  compresses: boolean
}

/** Options of the HTTP interface that do not concern the engine or are read elsewhere. */
const interfaceOptions = new Set([
  'query',
  'query_id',
  'database',
  'user',
  'password',
  'default_format',
  'wait_end_of_query',
  'enable_http_compression',
  'http_zlib_compression_level',
  'http_response_buffer_size',
  'buffer_size',
  'send_progress_in_http_headers',
  'http_headers_progress_interval_ms',
  'client_protocol_version',
  'stacktrace',
  'quota_key',
])

/** Unsupported options that would change the meaning of a statement. */
const notOffered = new Set(['session_id', 'session_timeout', 'session_check', 'role', 'compress', 'decompress'])

/** @throws ServerException for unsupported options and invalid names. */
export function readStatementRequest(req: IncomingMessage, url: URL): StatementRequest {
  const options = url.searchParams
  const settings = new Map<string, string>()
  const parameters = new Map<string, string>()
  for (const [name, value] of options) assignOption({ name, value }, settings, parameters)
  // Like ClickHouse: links that may be followed or prefetched must not change anything.
  if (req.method === 'GET') settings.set('readonly', '2')
  return {
    query: options.get('query') ?? '',
    queryId: options.get('query_id') ?? undefined,
    database: options.get('database') ?? header(req, 'x-clickhouse-database'),
    format: options.get('default_format') ?? header(req, 'x-clickhouse-format') ?? 'TabSeparated',
    settings,
    parameters,
    waitsForEnd: options.get('wait_end_of_query') === '1',
    compresses: options.get('enable_http_compression') === '1' && /\bgzip\b/.test(header(req, 'accept-encoding') ?? ''),
  }
}

function assignOption(
  { name, value }: { name: string; value: string },
  settings: Map<string, string>,
  parameters: Map<string, string>,
): void {
  if (interfaceOptions.has(name)) return
  if (notOffered.has(name)) throw exceptions.notImplemented(`The embedded server does not support ${name}.`)
  if (!/^\w+$/.test(name)) throw exceptions.unknownSetting(name)
  if (name.startsWith('param_')) parameters.set(name.slice('param_'.length), value)
  else settings.set(name, value)
}

/** Reads statement and parameters from a multipart form, in which clients send long parameters. */
export function readForm(body: Buffer, boundary: string, request: StatementRequest): string {
  let query = ''
  for (const part of body.toString('utf8').split(`--${boundary}`).slice(1, -1)) {
    const headEnd = part.indexOf('\r\n\r\n')
    const name = /name="([^"]*)"/.exec(part.slice(0, headEnd))?.[1] ?? ''
    const value = part.slice(headEnd + 4, -2)
    if (name === 'query') query = value
    else assignOption({ name, value }, request.settings, request.parameters)
  }
  return query
}

/** @returns undefined if the body is not a form. */
export const boundaryOf = (req: IncomingMessage): string | undefined =>
  /^multipart\/form-data;.*\bboundary="?([^";]+)/i.exec(header(req, 'content-type') ?? '')?.[1]

export function header(req: IncomingMessage, name: string): string | undefined {
  const value = req.headers[name]
  return Array.isArray(value) ? value[0] : value
}

/**
 * Reads and decompresses the complete body.
 * @throws ServerException if it is too large, damaged or truncated, or has an unknown encoding.
 */
export async function readBody(req: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of inflated(req)) {
      bytes += piece.length
      if (bytes > bytesMax) throw exceptions.bodyTooLarge(bytesMax)
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')) {
      throw exceptions.undecodable(error.message)
    }
    throw req.destroyed && !req.complete ? exceptions.clientGone() : error
  }
  return Buffer.concat(pieces, bytes)
}

function inflated(req: IncomingMessage): AsyncIterable<Buffer> & Readable {
  const encoding = header(req, 'content-encoding') ?? 'identity'
  if (encoding === 'identity') return req
  if (encoding !== 'gzip') throw exceptions.unknownCompression(encoding)
  const gunzip = createGunzip()
  // Propagates request failures to the reader of the decompressed stream.
  req.on('error', (error) => gunzip.destroy(error)).on('aborted', () => gunzip.destroy(exceptions.clientGone()))
  return req.pipe(gunzip)
}
