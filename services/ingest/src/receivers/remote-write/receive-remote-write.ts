import { ServiceError, limits } from '@signalbox/contracts'
import { decodeRemoteWrite, uncompressSnappy } from '@signalbox/otlp'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readBody } from '../../requests/read-body.js'
import { isTooLarge } from '../../intake/receive-sdk-body.js'
import { admitOtlp, type OtlpAdmission } from '../otlp/otlp-admission.js'
import { acceptOtlp, countUnread, type OtlpDependencies } from '../otlp/otlp-intake.js'

/**
 * Receives what Prometheus servers write remotely, version 1: protobuf compressed with snappy. The record is the request as
 * it came, and becomes data points.
 */
export function createRemoteWriteReceiver(dependencies: OtlpDependencies): Receiver {
  return async (exchange) => {
    const admission = await admitOtlp(dependencies, exchange)
    checkForm(exchange)
    const raw = await receive(dependencies, exchange, admission)
    const inflated = uncompressSnappy(raw, limits.body.telemetryBytesMax)
    exchange.memory.reserve(inflated.length)
    const groups = decodeRemoteWrite(inflated)
    const items = groups.reduce(
      (sum, group) => sum + [...group.items].reduce((all, one) => all + (one?.points.length ?? 0), 0),
      0,
    )
    const body = { raw, encoding: 'identity', inflated } as const
    const submission = {
      signal: 'remote_write',
      format: 'protobuf',
      kind: 'data_point',
      itemType: 'trace_metric',
      items,
      body,
      receivedAt: dependencies.clock(),
    } as const
    await acceptOtlp(dependencies, exchange, { admission, submission })
    exchange.res.writeHead(204).end()
  }
}

/** Servers that write version 2 fall back to version 1 when they are refused. */
function checkForm({ req: { headers } }: Exchange): void {
  const type = (headers['content-type'] ?? '').replaceAll(' ', '')
  const isFirstVersion = /^application\/x-protobuf(?:;proto=prometheus\.WriteRequest)?$/i.test(type)
  if (isFirstVersion && headers['content-encoding'] === 'snappy') return
  throw new ServiceError('unsupported-media-type', {
    detail: 'Remote write 1.0 is served: application/x-protobuf compressed with snappy',
  })
}

async function receive(
  dependencies: OtlpDependencies,
  { req, memory }: Exchange,
  admission: OtlpAdmission,
): Promise<Buffer> {
  try {
    return await readBody(req, { bytesMax: limits.body.telemetryBytesMax, memory })
  } catch (error) {
    if (isTooLarge(error)) countUnread(dependencies, admission)
    throw error
  }
}
