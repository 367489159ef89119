import { limits } from '@signalbox/contracts'
import { surveyRemoteWrite, uncompressSnappy } from '@signalbox/otlp'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readBody } from '../../requests/read-body.js'
import { isTooLarge } from '../../intake/receive-sdk-body.js'
import { acceptedTimes } from '../otlp/predict-rejections.js'
import { admitOtlp, type OtlpAdmission } from '../otlp/otlp-admission.js'
import { acceptOtlp, countUnread, type OtlpDependencies } from '../otlp/otlp-intake.js'
import { readVersion } from './remote-write-version.js'

/**
 * Receives Prometheus remote write 1.0 and 2.0: snappy-compressed protobuf. The record is the request as received; its
 * samples become data points.
 */
export function createRemoteWriteReceiver(dependencies: OtlpDependencies): Receiver {
  return async (exchange) => {
    const admission = await admitOtlp(dependencies, exchange)
    const version = readVersion(exchange.req.headers)
    const raw = await receive(dependencies, exchange, admission)
    const inflated = uncompressSnappy(raw, limits.body.telemetryBytesMax)
    exchange.memory.reserve(inflated.length)
    const receivedAt = dependencies.clock()
    const retentionDays = dependencies.config.retentionDays.metrics
    const survey = surveyRemoteWrite(version.peek(inflated), acceptedTimes({ receivedAt, retentionDays }))
    const submission = {
      signal: version.signal,
      format: 'protobuf',
      kind: 'data_point',
      itemType: 'trace_metric',
      items: survey.items,
      body: { raw, encoding: 'identity', inflated },
      receivedAt,
    } as const
    await acceptOtlp(dependencies, exchange, { admission, submission })
    const { status, headers, message } = version.answer(survey)
    exchange.res.writeHead(status, headers).end(message)
  }
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
