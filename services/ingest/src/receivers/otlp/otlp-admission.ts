import { ServiceError } from '@signalbox/contracts'
import { readApiKey, type DsnKeyOwner, type RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../../dependencies.js'
import type { Exchange } from '../../requests/exchange.js'
import { admit, checkProjectNumber, type SenderFault } from '../../sentry/admit.js'
import { readSentryAuth } from '../../sentry/read-sentry-auth.js'
import { authenticateCaller } from '../batch/authenticate-caller.js'

/** The sender, and the reason to reject it, if any. */
export interface OtlpAdmission {
  organizationId: string
  /** Undefined for API keys: their telemetry belongs to no project and no quotas apply. */
  owner: DsnKeyOwner | undefined
  senderFault: SenderFault | undefined
  rate: RateVerdict
}

type AdmitDependencies = Pick<IngestDependencies, 'keys' | 'rateLimits'>

/**
 * Authenticates a request by an API key as bearer token, or by a DSN key in any form that error-reporting SDKs use.
 * Paths that name a project accept only that project's DSN keys.
 * @throws ProtocolError 400, 401, 403; ServiceError `unauthenticated`, `forbidden`
 */
export async function admitOtlp(dependencies: AdmitDependencies, exchange: Exchange): Promise<OtlpAdmission> {
  const { req, parameters, query } = exchange
  checkProjectNumber(exchange)
  const hasApiKey = readApiKey(req.headers.authorization) !== undefined
  if (hasApiKey && parameters.project === undefined) {
    const { caller, rate } = await authenticateCaller(dependencies, exchange)
    return { organizationId: caller.organizationId, owner: undefined, senderFault: undefined, rate }
  }
  const auth = readSentryAuth(req.headers, query)
  if (auth === undefined) throw new ServiceError('unauthenticated', { detail: explainMissingKey(parameters.project) })
  const { owner, senderFault, rate } = await admit(dependencies, exchange, auth)
  return { organizationId: owner.organizationId, owner, senderFault, rate }
}

function explainMissingKey(project: string | undefined): string {
  const ofDsn = 'a DSN key (x-sentry-auth: sentry sentry_key=<key>)'
  return project === undefined
    ? `Send an API key (authorization: Bearer <key>) or ${ofDsn}`
    : `Send ${ofDsn}; API keys are not accepted at a project's address`
}
