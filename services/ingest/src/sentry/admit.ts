import type { DsnKeyOwner } from '@signalbox/service-kit'
import type { RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../dependencies.js'
import type { Exchange } from '../requests/exchange.js'
import { ProtocolError } from './protocol-error.js'
import type { SentryAuth } from './read-sentry-auth.js'

/** Who sends, and whether the budget of the key is used up. */
export interface Admission {
  owner: DsnKeyOwner
  client: string | undefined
  rate: RateVerdict
}

/** @throws ProtocolError 400 when the path names no project. */
export function checkProjectNumber(exchange: Exchange): void {
  const { projectNumber } = exchange
  if (projectNumber !== undefined && !/^\d{1,20}$/.test(projectNumber)) {
    throw new ProtocolError(400, 'bad project path parameter')
  }
}

/**
 * Looks the key up and counts the request. An exceeded limit is for the caller to answer: the items are to be counted
 * by kind, and they are not known yet.
 * @throws ProtocolError 403, one reason for unknown and disabled keys and for keys of another project.
 */
export async function admit(
  dependencies: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  exchange: Exchange,
  auth: SentryAuth,
): Promise<Admission> {
  const owner = await dependencies.keys.findDsnKey(auth.publicKey)
  const named = exchange.projectNumber
  if (owner === undefined || (named !== undefined && Number(named) !== owner.project.number)) {
    throw new ProtocolError(403, 'event submission rejected with_reason: ProjectId')
  }
  const budget = { class: 'ingest', keyId: owner.keyId, limit: owner.ingestLimitPerMinute } as const
  const rate = await dependencies.rateLimits.check(exchange.req, exchange.res, budget)
  return { owner, client: auth.client, rate }
}

/** The refusal of a request over its limit: all categories of this key are to wait. */
export function rateLimited(rate: RateVerdict): ProtocolError {
  const detail =
    'Sentry dropped data due to a quota or internal rate limit being reached. This will not affect your application.'
  const seconds = Math.max(1, Math.ceil(rate.retryAfterSeconds))
  const headers = { 'Retry-After': String(seconds), 'X-Sentry-Rate-Limits': `${seconds}::key` }
  return new ProtocolError(429, detail, { headers })
}
