import { ServiceError } from '@signalbox/contracts'
import { recordOrganization, readApiKey, type ApiCaller, type RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../../dependencies.js'
import type { Exchange } from '../../requests/exchange.js'

/** Who posts a batch, and whether their key's rate limit is exhausted. */
export interface BatchAdmission {
  caller: ApiCaller
  rate: RateVerdict
}

/**
 * Looks up the API key, waits for the request's turn and counts it; responding to an exceeded limit is up to the
 * caller.
 * @throws ServiceError `unauthenticated`; `forbidden` if the key lacks the scope to write telemetry
 */
export async function authenticateCaller(
  { keys, rateLimits }: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  { req, res, memory, scheduler }: Exchange,
): Promise<BatchAdmission> {
  const secret = readApiKey(req.headers.authorization)
  const caller = secret === undefined ? undefined : await keys.findApiKey(secret)
  if (caller === undefined) {
    throw new ServiceError('unauthenticated', {
      ...(secret !== undefined && { detail: 'The API key is unknown, revoked or expired' }),
    })
  }
  memory.holdFor(caller.keyId)
  recordOrganization(req, caller.organizationId)
  await scheduler.waitForTurn(caller.organizationId, req)
  const budget = { class: 'ingest', keyId: caller.keyId, limit: caller.ingestLimitPerMinute } as const
  const rate = await rateLimits.check(req, res, budget)
  if (!caller.scopes.has('telemetry:write')) {
    throw new ServiceError('forbidden', { detail: 'Requires the scope telemetry:write' })
  }
  return { caller, rate }
}
