import { ServiceError, batchMetaCodec, limits, type BatchAccepted, type FieldFault } from '@signalbox/contracts'
import { EventLogError } from '@signalbox/event-log'
import { readQuery } from '@signalbox/service-kit'
import type { IngestDependencies } from '../../dependencies.js'
import type { RefusedItems, Refusal } from '../../refused-items/refused-items.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { receiveBody, type ReceivedBody } from '../../requests/receive-body.js'
import { authenticateCaller, type BatchAdmission } from './authenticate-caller.js'
import type { BatchKind } from './batch-kind.js'
import { divideBatch } from './divide-batch.js'
import { validateItems, type BatchValidation } from './validate-items.js'
import { parseBatch } from './parse-batch.js'

export interface BatchDependencies extends IngestDependencies {
  refusedItems: RefusedItems
}

/** Maximum number of faults listed when a whole batch is rejected. */
const faultsNamedMax = 100

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/**
 * Receives batches of one kind, posted as JSON with an API key. The payload is parsed here, once, because the response
 * lists rejected items; the log stores the body as received plus the items to skip.
 */
export function createBatchReceiver(dependencies: BatchDependencies, batch: BatchKind): Receiver {
  return async (exchange) => {
    const admission = await authenticateCaller(dependencies, exchange)
    checkParameters(exchange.query)
    checkContentType(exchange.req.headers['content-type'])
    const body = await receiveBody(exchange.req, {
      bytesMax: limits.body.telemetryBytesMax,
      inflatedBytesMax: limits.body.telemetryBytesMax,
      memory: exchange.memory,
      inflating: exchange.inflating,
      metrics: dependencies.metrics,
    })
    const items = parseBatch(body.inflated, batch.field)
    const counter = createRefusalCounter(dependencies, admission, batch)
    checkRate(admission, () => {
      counter(countAll(batch, items), { outcome: 'rate_limited', reason: 'key_rate_limit' })
    })
    const validation = validateItems(batch, items)
    if (validation.accepted === 0) throw refuseAll(batch, validation, counter)
    await exchange.writeSlot.begin(admission.caller.organizationId, body.raw.length)
    await appendBatch(dependencies, { batch, admission, body, items, validation, counter })
    sendAccepted(exchange, validation)
  }
}

/** Batches take no query parameters; misspelled ones are rejected rather than ignored. */
function checkParameters(query: string): void {
  const { faults } = readQuery(query, undefined)
  if (faults.length > 0) throw new ServiceError('invalid-parameters', { faults })
}

function checkContentType(contentType: string | undefined): void {
  if (contentType === undefined || jsonType.test(contentType)) return
  throw new ServiceError('unsupported-media-type', { detail: 'Content-Type must be application/json' })
}

function checkRate({ rate }: BatchAdmission, countRefused: () => void): void {
  if (!rate.exceeded) return
  countRefused()
  throw new ServiceError('rate-limited', { retryAfterSeconds: Math.max(1, Math.ceil(rate.retryAfterSeconds)) })
}

type Reason = Pick<Refusal, 'outcome' | 'reason'>
type RefusalCounter = (quantity: number, reason: Reason) => void

function createRefusalCounter(
  { refusedItems }: BatchDependencies,
  { caller }: BatchAdmission,
  { kind }: BatchKind,
): RefusalCounter {
  const { organizationId } = caller
  return (quantity, reason) => {
    refusedItems.count({ organizationId, projectId: '', kind, quantity, ...reason })
  }
}

function countAll(batch: BatchKind, items: readonly unknown[]): number {
  return items.reduce<number>((sum, item) => sum + batch.countRows(item), 0)
}

/** If no item is stored, there is no record to carry the counts, so the items are counted here. */
function refuseAll(batch: BatchKind, validation: BatchValidation, counter: RefusalCounter): ServiceError {
  for (const { quantity, reason } of validation.omitted) counter(quantity, { outcome: 'dropped', reason })
  const named = validation.rejected.slice(0, faultsNamedMax)
  const faults = named.map(({ index, error }): FieldFault => {
    return { in: 'body', name: `/${batch.field}/${index}`, detail: error }
  })
  return new ServiceError('invalid-body', { detail: 'No item in the batch is valid', faults })
}

interface AppendOptions {
  batch: BatchKind
  admission: BatchAdmission
  body: ReceivedBody
  items: readonly unknown[]
  validation: BatchValidation
  counter: RefusalCounter
}

async function appendBatch(
  { eventLog, clock, metrics }: BatchDependencies,
  { batch, admission, body, items, validation, counter }: AppendOptions,
): Promise<void> {
  const { raw, encoding } = body
  const { omitted, rows } = validation
  const { organizationId } = admission.caller
  const receivedAt = clock()
  const parts = divideBatch({ batch, items, log: eventLog }, { value: raw, encoding, omitted, rows })
  const bytes = raw.length
  try {
    await Promise.all(
      parts.map(({ value, rows, partitionKey, ...part }) => {
        const headers = batchMetaCodec.encode({ organizationId, receivedAt, ...part })
        const options = { handOver: true, ...(partitionKey !== undefined && { partitionKey }) }
        return eventLog.append(batch.topic, [{ headers, value, rows }], options)
      }),
    )
  } catch (error) {
    const refused = omitted.reduce((sum, { quantity }) => sum + quantity, rows)
    if (error instanceof EventLogError) counter(refused, { outcome: 'dropped', reason: 'log_full' })
    throw error
  }
  metrics.countBytes(batch.topic, encoding, bytes)
  metrics.countItems(batch.kind, 'accepted', rows)
  for (const { quantity } of omitted) metrics.countItems(batch.kind, 'dropped', quantity)
}

function sendAccepted({ res }: Exchange, { accepted, rejected, omitted }: BatchValidation): void {
  const isCut = omitted.length > rejected.length
  const answer: BatchAccepted = { accepted, rejected, ...(isCut && { rejected_total: omitted.length }) }
  const body = JSON.stringify(answer)
  res.writeHead(202, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) }).end(body)
}
