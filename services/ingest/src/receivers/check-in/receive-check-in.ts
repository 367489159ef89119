import { limits } from '@signalbox/contracts'
import { writeSubmission } from '../../intake/write-submission.js'
import type { Submission } from '../../sentry/submission.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readContentType } from '../../requests/read-content-type.js'
import type { Admission } from '../../sentry/admit.js'
import { sendEmpty } from '../../sentry/responses.js'
import { authenticate } from '../../sentry/authenticate.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { receiveSdkBody, type SdkDependencies } from '../../intake/receive-sdk-body.js'
import { readCheckIn } from './read-check-in.js'

const bytesMax = limits.envelope.checkInBytesMax

/**
 * Receives check-ins from jobs that call a URL, typically with curl. Such callers cannot back off, and monitoring must
 * not make a job fail: over a limit the response is still 202, and the check-in counts as refused.
 */
export function createCheckInReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const { req, parameters, query } = exchange
    const admission = await authenticate(dependencies, exchange)
    const { inflated: body } = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    const contentType = readContentType(req.headers)
    const checkIn = readCheckIn({ slug: parameters.slug ?? '', query, contentType, body })
    const payload = Buffer.from(JSON.stringify(checkIn))
    const header = { type: 'check_in', content_type: 'application/json' }
    await acceptIgnoringQuota(dependencies, exchange, admission, writeSubmission(undefined, [{ header, payload }]))
    sendEmpty(exchange.res, 202)
  }
}

async function acceptIgnoringQuota(
  { intake }: SdkDependencies,
  exchange: Exchange,
  admission: Admission,
  submission: Submission,
): Promise<void> {
  try {
    await intake.accept(exchange, admission, submission)
  } catch (error) {
    if (!(error instanceof ProtocolError) || error.status !== 429) throw error
    exchange.res.removeHeader('Retry-After')
  }
}
