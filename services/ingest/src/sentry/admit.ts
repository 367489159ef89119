import type { DsnKeyOwner } from '@signalbox/service-kit'
import type { RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../dependencies.js'
import type { Exchange } from '../requests/exchange.js'
import { isOriginAllowed } from './allowed-origin.js'
import { ProtocolError } from '../requests/protocol-error.js'
import type { SentryAuth } from './read-sentry-auth.js'

/** Who sends, and what speaks against it. */
export interface Admission {
  owner: DsnKeyOwner
  client: string | undefined
  /** Whether the page that sends is of a domain that may. */
  isOriginAllowed: boolean
  /** Whether the budget of the key is used up. */
  rate: RateVerdict
}

/** @throws ProtocolError 400 when the path names no project. */
export function checkProjectNumber({ parameters: { project } }: Exchange): void {
  if (project !== undefined && !/^\d{1,20}$/.test(project)) {
    throw new ProtocolError(400, 'bad project path parameter')
  }
}

/**
 * Looks the key up and counts the request. A foreign origin and an exceeded limit are for the intake to answer: the
 * items are to be counted by kind, and they are not known yet.
 * @throws ProtocolError 403, one reason for unknown and disabled keys and for keys of another project.
 */
export async function admit(
  dependencies: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  { req, res, parameters, memory }: Exchange,
  auth: SentryAuth,
): Promise<Admission> {
  const owner = await dependencies.keys.findDsnKey(auth.publicKey)
  const named = parameters.project
  if (owner === undefined || (named !== undefined && Number(named) !== owner.project.number)) {
    throw rejected('ProjectId')
  }
  memory.holdFor(owner.keyId)
  const budget = { class: 'ingest', keyId: owner.keyId, limit: owner.ingestLimitPerMinute } as const
  const rate = await dependencies.rateLimits.check(req, res, budget)
  return { owner, client: auth.client, isOriginAllowed: isOriginAllowed(req.headers, owner.allowedDomains), rate }
}

/** A refusal by what the key or the sender is. */
export function rejected(reason: 'ProjectId' | 'Cors'): ProtocolError {
  return new ProtocolError(403, `event submission rejected with_reason: ${reason}`)
}
