import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { exceptions, statusOf, toServerException, type ServerException } from './server-exception.js'

/** Counts in the form that ClickHouse clients read. */
export interface ResultSummary {
  readRows: number
  readBytes: number
  writtenRows: number
}

export interface ResultHead {
  queryId: string
  /** Name of the result format. */
  format: string
  /** Marks an exception that follows a partial result. */
  exceptionTag: string
  compresses: boolean
  summary: ResultSummary
}

export interface HoldOptions {
  /** Bytes to buffer before the response starts, so that most failures still get their own status code. */
  bytesMax: number
  /** True if the complete result must be buffered; a larger one is then a failure. */
  isComplete: boolean
}

/**
 * Sends the pieces as fast as the client reads them. A failure after the response has started is appended to it.
 * @throws ServerException while nothing is sent. @throws Error if the client is gone.
 */
export async function sendResult(
  res: ServerResponse,
  pieces: AsyncGenerator<Uint8Array, void, undefined>,
  { head, hold }: { head: ResultHead; hold: HoldOptions },
): Promise<void> {
  try {
    const held = await holdBack(pieces, hold)
    writeHead(res, head)
    const body = () => continued(held, pieces, head.exceptionTag)
    await (head.compresses ? pipeline(body, createGzip(), res) : pipeline(body, res))
  } finally {
    await pieces.return()
  }
}

async function holdBack(pieces: AsyncIterator<Uint8Array, void>, options: HoldOptions): Promise<Uint8Array[]> {
  const held: Uint8Array[] = []
  let bytes = 0
  while (bytes < options.bytesMax || options.isComplete) {
    const next = await pieces.next()
    if (next.done === true) break
    held.push(next.value)
    bytes += next.value.length
    if (options.isComplete && bytes > options.bytesMax) throw exceptions.resultTooLarge(options.bytesMax)
  }
  return held
}

async function* continued(
  held: readonly Uint8Array[],
  pieces: AsyncIterable<Uint8Array>,
  exceptionTag: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  yield* held
  try {
    yield* pieces
  } catch (error) {
    const text = toServerException(error).toText()
    const marker = '\r\n__exception__\r\n'
    yield Buffer.from(`${marker}${exceptionTag}\r\n${text}\n${Buffer.byteLength(text) + 1} ${exceptionTag}${marker}`)
  }
}

const contentTypes: Readonly<Record<string, string>> = {
  JSON: 'application/json; charset=UTF-8',
  JSONEachRow: 'application/x-ndjson; charset=UTF-8',
  JSONCompactEachRow: 'application/x-ndjson; charset=UTF-8',
  TabSeparated: 'text/tab-separated-values; charset=UTF-8',
  CSV: 'text/csv; charset=UTF-8; header=absent',
}

function writeHead(res: ServerResponse, { summary, ...head }: ResultHead): void {
  res.writeHead(200, {
    'Content-Type': contentTypes[head.format] ?? 'text/plain; charset=UTF-8',
    'X-ClickHouse-Query-Id': head.queryId,
    'X-ClickHouse-Format': head.format,
    'X-ClickHouse-Timezone': 'UTC',
    'X-ClickHouse-Exception-Tag': head.exceptionTag,
    'X-ClickHouse-Summary': JSON.stringify({
      read_rows: String(summary.readRows),
      read_bytes: String(summary.readBytes),
      written_rows: String(summary.writtenRows),
      written_bytes: '0',
      total_rows_to_read: '0',
      result_rows: '0',
      result_bytes: '0',
      elapsed_ns: '0',
    }),
    ...(head.compresses && { 'Content-Encoding': 'gzip' }),
  })
}

/** Responds with a failure; no effect if the client is gone. */
export function sendException(res: ServerResponse, exception: ServerException, queryId: string): void {
  if (res.destroyed) return
  if (res.headersSent) {
    res.destroy()
    return
  }
  res.writeHead(statusOf(exception), {
    'Content-Type': 'text/plain; charset=UTF-8',
    'X-ClickHouse-Query-Id': queryId,
    'X-ClickHouse-Exception-Code': String(exception.code),
  })
  res.end(`${exception.toText()}\n`)
}
