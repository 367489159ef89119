import type { IncomingHttpHeaders } from 'node:http'
import type { DsnKeyOwner } from '@signalbox/service-kit'
import type { RateVerdict } from '@signalbox/service-kit'
import type { IngestDependencies } from '../dependencies.js'
import type { Exchange } from '../requests/exchange.js'
import { isOriginAllowed } from './allowed-origin.js'
import { ProtocolError } from '../requests/protocol-error.js'
import type { SentryAuth } from './read-sentry-auth.js'

/** What speaks against a sender whose key is right, as the ledger names it. */
export type Objection = 'project_inactive' | 'cors'

/** Who sends, and what speaks against it. */
export interface Admission {
  owner: DsnKeyOwner
  client: string | undefined
  /** The project is turned off, or the page that sends is of a domain that may not; undefined for neither. */
  objection: Objection | undefined
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
 * Looks the key up, waits for the turn of the request, and counts it. An objection and an exceeded limit are for the intake to
 * answer: the items are to be counted by kind, and they are not known yet.
 * @throws ProtocolError 403, one reason for unknown and disabled keys and for keys of another project.
 */
export async function admit(
  dependencies: Pick<IngestDependencies, 'keys' | 'rateLimits'>,
  { req, res, parameters, memory, turns }: Exchange,
  auth: SentryAuth,
): Promise<Admission> {
  const owner = await dependencies.keys.findDsnKey(auth.publicKey)
  const named = parameters.project
  if (owner === undefined || (named !== undefined && Number(named) !== owner.project.number)) {
    throw rejected('unknown')
  }
  memory.holdFor(owner.keyId)
  await turns.take(owner.organizationId, req)
  const budget = { class: 'ingest', keyId: owner.keyId, limit: owner.ingestLimitPerMinute } as const
  const rate = await dependencies.rateLimits.check(req, res, budget)
  return { owner, client: auth.client, objection: objectionTo(owner, req.headers), rate }
}

function objectionTo(owner: DsnKeyOwner, headers: IncomingHttpHeaders): Objection | undefined {
  if (owner.isProjectInactive === true) return 'project_inactive'
  return isOriginAllowed(headers, owner.allowedDomains) ? undefined : 'cors'
}

const rejections = {
  unknown: 'ProjectId',
  cors: 'Cors',
  project_inactive: 'the project is inactive',
} as const satisfies Record<Objection | 'unknown', string>

/** A refusal by what the key or the sender is. */
export function rejected(reason: keyof typeof rejections): ProtocolError {
  return new ProtocolError(403, `event submission rejected with_reason: ${rejections[reason]}`)
}
