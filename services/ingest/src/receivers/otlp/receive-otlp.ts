import { ServiceError, limits } from '@signalbox/contracts'
import { writeExportResponse, writeJsonExportResponse, type OtlpFormat, type PartialSuccess } from '@signalbox/otlp'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { receiveBody, type ReceivedBody } from '../../requests/receive-body.js'
import { isTooLarge } from '../../intake/receive-sdk-body.js'
import { predictRejections } from './predict-rejections.js'
import { admitOtlp, type OtlpAdmission } from './otlp-admission.js'
import { readFormat, sendOtlp } from './otlp-format.js'
import { acceptOtlp, countUnread, type OtlpDependencies } from './otlp-intake.js'
import type { SignalRules } from './signals.js'

/**
 * Receives one OTLP/HTTP signal:
 * 1. authenticate, so that strangers cost no memory,
 * 2. read and inflate within limits,
 * 3. survey: check the framing and count the items; the consumer decodes values,
 * 4. append the request to the log as received,
 * 5. respond once it is durable, reporting items that will be skipped as partial success.
 */
export function createOtlpReceiver(dependencies: OtlpDependencies, rules: SignalRules): Receiver {
  return async (exchange) => {
    const admission = await admitOtlp(dependencies, exchange)
    const format = readFormat(exchange)
    if (format === undefined) throw unsupportedType()
    const body = await receive(dependencies, exchange, { format, admission })
    const survey = rules.survey(body.inflated, format)
    const receivedAt = dependencies.clock()
    const { signal, kind, itemType } = rules
    const submission = { signal, kind, itemType, format, items: survey.items, body, receivedAt }
    await acceptOtlp(dependencies, exchange, { admission, submission })
    const retentionDays = dependencies.config.retentionDays[rules.retention]
    sendAccepted(exchange, { format, rules, partial: predictRejections(survey, rules, { receivedAt, retentionDays }) })
  }
}

function unsupportedType(): ServiceError {
  return new ServiceError('unsupported-media-type', {
    detail: 'Content-Type must be application/x-protobuf or application/json',
  })
}

async function receive(
  dependencies: OtlpDependencies,
  { req, memory, inflating }: Exchange,
  { format, admission }: { format: OtlpFormat; admission: OtlpAdmission },
): Promise<ReceivedBody> {
  const { otlpBytesMax, otlpWireBytesMax, telemetryBytesMax } = limits.body
  const inflatedBytesMax = format === 'json' ? telemetryBytesMax : otlpBytesMax
  const { metrics } = dependencies
  try {
    return await receiveBody(req, { bytesMax: otlpWireBytesMax, inflatedBytesMax, memory, inflating, metrics })
  } catch (error) {
    if (!isTooLarge(error)) throw error
    countUnread(dependencies, admission)
    const [inflated, wire] = [inflatedBytesMax, otlpWireBytesMax].map((bytes) => `${bytes / 2 ** 20} MiB`)
    const detail = `A request can have at most ${inflated} uncompressed and ${wire} on the wire: send smaller batches`
    throw new ServiceError('body-too-large', { detail, cause: error })
  }
}

interface Acceptance {
  format: OtlpFormat
  rules: SignalRules
  partial: PartialSuccess | undefined
}

function sendAccepted(exchange: Exchange, { format, rules, partial }: Acceptance): void {
  const body = format === 'json' ? writeJsonExportResponse(partial, rules.rejectedField) : writeExportResponse(partial)
  sendOtlp(exchange, { status: 200, body })
}
