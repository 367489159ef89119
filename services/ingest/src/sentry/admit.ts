import type { IncomingHttpHeaders } from 'node:http'
import { recordOrganization, type DsnKeyOwner } from '@signalbox/service-kit'
import type { RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../dependencies.js'
import type { Exchange } from '../requests/exchange.js'
import { isOriginAllowed } from './allowed-origin.js'
import { ProtocolError } from '../requests/protocol-error.js'
import type { SentryAuth } from './read-sentry-auth.js'

/** Why a sender with a valid key is refused, as named in the ledger. */
export type SenderFault = 'project_inactive' | 'cors'

/** The sender, and the reason to reject it, if any. */
export interface Admission {
  owner: DsnKeyOwner
  client: string | undefined
  /** The project is inactive or the request comes from a disallowed origin; undefined if neither. */
  senderFault: SenderFault | undefined
  /** State of the key's rate limit. */
  rate: RateVerdict
}

/** @throws ProtocolError 400 if the path does not name a project. */
export function checkProjectNumber({ parameters: { project } }: Exchange): void {
  if (project !== undefined && !/^\d{1,20}$/.test(project)) {
    throw new ProtocolError(400, 'bad project path parameter')
  }
}

/**
 * Looks up the key, waits for the request's turn and counts it. Sender faults and exceeded limits are left to the intake,
 * which counts the items by kind once they are known.
 * @throws ProtocolError 403, with the same reason for unknown keys, disabled keys and keys of another project.
 */
export async function admit(
  dependencies: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  { req, res, parameters, memory, scheduler }: Exchange,
  auth: SentryAuth,
): Promise<Admission> {
  const owner = await dependencies.keys.findDsnKey(auth.publicKey)
  const named = parameters.project
  if (owner === undefined || (named !== undefined && Number(named) !== owner.project.number)) {
    throw rejected('unknown')
  }
  memory.holdFor(owner.keyId)
  recordOrganization(req, owner.organizationId)
  await scheduler.waitForTurn(owner.organizationId, req)
  const budget = { class: 'ingest', keyId: owner.keyId, limit: owner.ingestLimitPerMinute } as const
  const rate = await dependencies.rateLimits.check(req, res, budget)
  return { owner, client: auth.client, senderFault: findSenderFault(owner, req.headers), rate }
}

function findSenderFault(owner: DsnKeyOwner, headers: IncomingHttpHeaders): SenderFault | undefined {
  if (owner.isProjectInactive === true) return 'project_inactive'
  return isOriginAllowed(headers, owner.allowedDomains) ? undefined : 'cors'
}

const rejections = {
  unknown: 'ProjectId',
  cors: 'Cors',
  project_inactive: 'the project is inactive',
} as const satisfies Record<SenderFault | 'unknown', string>

/** A refusal that is about the key or the sender. */
export function rejected(reason: keyof typeof rejections): ProtocolError {
  return new ProtocolError(403, `event submission rejected with_reason: ${rejections[reason]}`)
}
