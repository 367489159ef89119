import { randomBytes, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { describeStatement, type StatementShape } from './describe-statement.js'
import type { Engine, EngineStatement } from './engine.js'
import { boundaryOf, readBody, readForm, readStatementRequest, type StatementRequest } from './read-request.js'
import { sendException, sendResult, type ResultSummary } from './send-result.js'
import { exceptions, toServerException } from './server-exception.js'
import type { StatementQueue } from './statement-queue.js'

export interface StatementLimits {
  /** Bytes of a body, inflated. */
  bodyBytesMax: number
  /** Bytes of a result that are held back before the answer begins, and all of one that is held back whole. */
  heldBytesMax: number
  wholeBytesMax: number
  /** Seconds that a statement may look for, when it does not say itself. */
  lookSecondsMax: number
}

export interface StatementServices {
  engine: Engine
  queue: StatementQueue
  limits: StatementLimits
  /** Ids of the statements that are under way: no two may have the same. */
  running: Set<string>
}

interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  request: StatementRequest
  queryId: string
}

/** Runs the statement of a request and answers it. Never rejects. */
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
    // What is still being sent is taken in, so that the client gets to read the answer.
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

// An insert takes its place in the order before its rows have come: who looks for them later waits for them.
async function runStatement(services: StatementServices, exchange: Exchange): Promise<void> {
  const { queue, limits } = services
  const { req, request } = exchange
  const boundary = boundaryOf(req)
  if (request.query !== '' && boundary === undefined && describeStatement(request.query).takesData) {
    await queue.change(async () => {
      const data = await readBody(req, limits.bodyBytesMax)
      await runOne(services, exchange, { sql: request.query, data: data.toString('utf8') })
    })
    return
  }
  const body = await readBody(req, limits.bodyBytesMax)
  const text = boundary === undefined ? body.toString('utf8') : readForm(body, boundary, request)
  const sql = request.query === '' ? text : `${request.query}\n${text}`
  const isChange = describeStatement(sql).kind === 'change'
  await queue[isChange ? 'change' : 'look'](() => runOne(services, exchange, { sql, data: undefined }))
}

/** @param data Rows of an INSERT; undefined when they, if any, are part of the statement. */
async function runOne(
  services: StatementServices,
  exchange: Exchange,
  { sql, data }: { sql: string; data: string | undefined },
): Promise<void> {
  const { req, res, request, queryId } = exchange
  if (res.destroyed) throw exceptions.clientGone()
  const shape = describeStatement(sql)
  refuseUnfit(sql, data, shape)
  if (data?.trim() === '') {
    await send(services, exchange, { shape, pieces: nothing() })
    return
  }
  const statement: EngineStatement = { ...request, sql: data === undefined ? sql : `${sql}\n${data}`, id: queryId }
  if (shape.kind === 'change') {
    const { bytes } = await services.engine.run(statement)
    const writtenRows = data === undefined ? 0 : countLines(data)
    await send(services, exchange, { shape, pieces: one(bytes), summary: { writtenRows } })
    return
  }
  const onGone = () => {
    if (!res.writableFinished) services.engine.kill(queryId)
  }
  res.once('close', onGone)
  try {
    await look(services, exchange, { shape, statement })
  } finally {
    res.off('close', onGone)
    req.resume()
  }
}

async function look(
  services: StatementServices,
  exchange: Exchange,
  { shape, statement }: { shape: StatementShape; statement: EngineStatement },
): Promise<void> {
  const settings = new Map([['max_execution_time', String(services.limits.lookSecondsMax)], ...statement.settings])
  if (shape.kind === 'rows') {
    await send(services, exchange, { shape, pieces: services.engine.stream({ ...statement, settings }) })
    return
  }
  const { bytes, rowsRead, bytesRead } = await services.engine.run({ ...statement, settings })
  await send(services, exchange, { shape, pieces: one(bytes), summary: { readRows: rowsRead, readBytes: bytesRead } })
}

function refuseUnfit(sql: string, data: string | undefined, shape: StatementShape): void {
  if (sql.trim() === '') throw exceptions.syntax('Empty query')
  if (shape.isSeveral) throw exceptions.syntax('Multi-statements are not allowed')
  // The engine would read as far as here.
  if (sql.includes('\0') || data?.includes('\0') === true) throw exceptions.syntax('The statement contains a zero byte')
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
      isWhole: request.waitsForEnd,
      bytesMax: request.waitsForEnd ? limits.wholeBytesMax : limits.heldBytesMax,
    },
  })
}

// In the form in which the engine streams.
async function* one(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes)
}

async function* nothing(): AsyncGenerator<Uint8Array, void, undefined> {
  yield* await Promise.resolve([])
}

const countLines = (data: string) => data.split('\n').filter((line) => line !== '').length
