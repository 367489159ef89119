import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeStatement, type StatementShape } from './describe-statement.js'
import type { Engine, EngineStatement } from './engine.js'
import { boundaryOf, readBody, readForm, readStatementRequest, type StatementRequest } from './read-request.js'
import { withRowsFile } from './rows-file.js'
import { sendException, sendResult, type ResultSummary } from './send-result.js'
import { exceptions, toServerException } from './server-exception.js'
import type { StatementQueue } from './statement-queue.js'

export interface StatementLimits {
  /** Maximum body size after decompression. */
  bodyBytesMax: number
  /** Maximum bytes of a result to buffer before the response starts, and of a result that is buffered completely. */
  bufferedBytesMax: number
  resultBytesMax: number
  /** Default time limit of read-only statements, in seconds. */
  readSecondsMax: number
}

export interface StatementServices {
  engine: Engine
  dataDirectory: string
  queue: StatementQueue
  limits: StatementLimits
  /** Ids of running statements, which must be unique. */
  running: Set<string>
}

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  request: StatementRequest
  queryId: string
}

/** Runs a request's statement and responds. Never rejects. */
export async function answerStatement(
  services: StatementServices,
  { req, res, url }: { req: IncomingMessage; res: ServerResponse; url: URL },
): Promise<void> {
  let queryId: string = randomUUID()
  try {
    const request = readStatementRequest(req, url)
    queryId = request.queryId ?? queryId
    await withOwnId(services.running, queryId, () => runStatement(services, { req, res, request, queryId }))
  } catch (error) {
    sendException(res, toServerException(error), queryId)
    // Drains the rest of the request, so that the client gets to read the response.
    req.resume()
  }
}

async function withOwnId(running: Set<string>, queryId: string, run: () => Promise<void>): Promise<void> {
  if (running.has(queryId)) throw exceptions.sameQueryId(queryId)
  running.add(queryId)
  try {
    await run()
  } finally {
    running.delete(queryId)
  }
}

// An insert is queued before its rows have arrived, so later reads of these rows wait for it.
async function runStatement(services: StatementServices, exchange: Exchange): Promise<void> {
  const { queue, limits } = services
  const { req, request } = exchange
  const boundary = boundaryOf(req)
  if (request.query !== '' && boundary === undefined && describeStatement(request.query).takesData) {
    await queue.change(async () => {
      const data = await readBody(req, limits.bodyBytesMax)
      await runOne(services, exchange, { sql: request.query, data })
    })
    return
  }
  const body = await readBody(req, limits.bodyBytesMax)
  const text = boundary === undefined ? body.toString('utf8') : readForm(body, boundary, request)
  const sql = request.query === '' ? text : `${request.query}\n${text}`
  const isChange = describeStatement(sql).kind === 'change'
  await queue[isChange ? 'change' : 'read'](() => runOne(services, exchange, { sql, data: undefined }))
}

/** @param data Rows of an INSERT; undefined if the statement contains its rows or has none. */
async function runOne(
  services: StatementServices,
  exchange: Exchange,
  { sql, data }: { sql: string; data: Buffer | undefined },
): Promise<void> {
  const { req, res, request, queryId } = exchange
  if (res.destroyed) throw exceptions.clientGone()
  const shape = describeStatement(sql)
  refuseUnfit(sql, shape)
  if (data?.every(isWhitespace) === true) {
    await send(services, exchange, { shape, pieces: nothing() })
    return
  }
  const statement: EngineStatement = { ...request, sql, id: queryId }
  if (shape.kind === 'change') {
    const { engine, dataDirectory } = services
    const { bytes } = await withRowsFile(dataDirectory, data && [data], (rowsFile) =>
      engine.run({ ...statement, rowsFile }),
    )
    const writtenRows = data === undefined || shape.format === 'Native' ? 0 : countLines(data)
    await send(services, exchange, { shape, pieces: one(bytes), summary: { writtenRows } })
    return
  }
  const onGone = () => {
    if (!res.writableFinished) services.engine.kill(queryId)
  }
  res.once('close', onGone)
  try {
    await runRead(services, exchange, { shape, statement })
  } finally {
    res.off('close', onGone)
    req.resume()
  }
}

async function runRead(
  services: StatementServices,
  exchange: Exchange,
  { shape, statement }: { shape: StatementShape; statement: EngineStatement },
): Promise<void> {
  const settings = new Map([['max_execution_time', String(services.limits.readSecondsMax)], ...statement.settings])
  if (shape.kind === 'rows') {
    await send(services, exchange, { shape, pieces: services.engine.stream({ ...statement, settings }) })
    return
  }
  const { bytes, rowsRead, bytesRead } = await services.engine.run({ ...statement, settings })
  await send(services, exchange, { shape, pieces: one(bytes), summary: { readRows: rowsRead, readBytes: bytesRead } })
}

function refuseUnfit(sql: string, shape: StatementShape): void {
  if (sql.trim() === '') throw exceptions.syntax('Empty query')
  if (shape.isSeveral) throw exceptions.syntax('Multi-statements are not allowed')
  // The engine would stop reading at the NUL byte.
  if (sql.includes('\0')) throw exceptions.syntax('The statement contains a zero byte')
}

async function send(
  { limits }: StatementServices,
  { res, request, queryId }: Exchange,
  result: {
    shape: StatementShape
    pieces: AsyncGenerator<Uint8Array, void, undefined>
    summary?: Partial<ResultSummary>
  },
): Promise<void> {
  const { shape, pieces, summary } = result
  await sendResult(res, pieces, {
    head: {
      queryId,
      format: (shape.kind === 'change' ? undefined : shape.format) ?? request.format,
      exceptionTag: randomBytes(8).toString('hex'),
      compresses: request.compresses,
      summary: { readRows: 0, readBytes: 0, writtenRows: 0, ...summary },
    },
    hold: {
      isComplete: request.waitsForEnd,
      bytesMax: request.waitsForEnd ? limits.resultBytesMax : limits.bufferedBytesMax,
    },
  })
}

// A single piece, in the form in which the engine streams results.
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes)
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {
  yield* await Promise.resolve([])
}

const countLines = (data: Buffer) =>
  data
    .toString('latin1')
    .split('\n')
    .filter((line) => line !== '').length

const isWhitespace = (byte: number) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
