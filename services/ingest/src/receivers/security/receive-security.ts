import { limits } from '@signalbox/contracts'
import { writeSubmission } from '../../intake/write-submission.js'
import type { Exchange, Receiver } from '../../requests/exchange.js'
import { readContentType } from '../../requests/read-content-type.js'
import { sendEmpty } from '../../sentry/responses.js'
import { authenticate } from '../../sentry/authenticate.js'
import { ProtocolError } from '../../requests/protocol-error.js'
import { receiveSdkBody, refuseEmpty, type SdkDependencies } from '../../intake/receive-sdk-body.js'

const bytesMax = limits.envelope.eventBytesMax

const reportTypes: ReadonlySet<string> = new Set([
  'application/json',
  'application/csp-report',
  'application/reports+json',
  'application/expect-ct-report',
  'application/expect-ct-report+json',
  'application/expect-staple-report',
])

/**
 * Receives policy violation reports of browsers: CSP (also as Reporting API arrays), Expect-CT, HPKP and Expect-Staple.
 * A report is stored as received, as an item of type `raw_security`, and classified when it is processed. Release and
 * environment come from query parameters because browsers know neither.
 */
export function createSecurityReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const contentType = readContentType(exchange.req.headers)
    if (!reportTypes.has(contentType)) throw new ProtocolError(415, 'unsupported media type')
    const { inflated: payload } = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    refuseEmpty(payload)
    const header = { type: 'raw_security', content_type: contentType, ...readDeployment(exchange) }
    const submission = writeSubmission(dependencies.createEventId(), [{ header, payload }])
    await dependencies.intake.accept(exchange, admission, submission)
    sendEmpty(exchange.res, 200)
  }
}

/** Receives network error logs of browsers, which are counted but not stored. */
export function createNelReceiver(dependencies: SdkDependencies): Receiver {
  return async (exchange) => {
    const admission = await authenticate(dependencies, exchange)
    const { inflated: payload } = await receiveSdkBody(dependencies, exchange, { bytesMax, admission })
    refuseEmpty(payload)
    const submission = writeSubmission(undefined, [{ header: { type: 'nel' }, payload }])
    await dependencies.intake.accept(exchange, admission, submission)
    sendEmpty(exchange.res, 200)
  }
}

/** Skips values that are too long; they would be dropped later anyway. */
function readDeployment({ query }: Exchange): Record<string, string> {
  const parameters = new URLSearchParams(query)
  const release = parameters.get('sentry_release') ?? ''
  const environment = parameters.get('sentry_environment') ?? ''
  return {
    ...(release !== '' && { sentry_release: release.slice(0, limits.event.releaseLengthMax) }),
    ...(environment !== '' && { sentry_environment: environment.slice(0, limits.event.environmentLengthMax) }),
  }
}
