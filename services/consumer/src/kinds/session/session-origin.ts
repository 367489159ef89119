import type { OutcomeReason } from '@signalbox/contracts'
import { isJsonObject, readEnvironment, readRelease } from '@signalbox/sentry-events'
import { readEnvelopeSdk } from '../../container/envelope-sdk.js'
import { createReleaseFilter } from '../../container/release-filter.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

/** The placeholder for the address that the session came from. */
const autoAddress = '{{auto}}'

/** Columns that single and summed sessions have in common. */
export interface SessionOrigin {
  organization_id: string
  project_id: string
  release: string
  environment: string
  sdk_name: string
  /** Unix milliseconds. */
  received_at: number
}

/**
 * Reads who sent sessions.
 * @param attrs of the payload.
 * @returns why they cannot be stored: without a valid release they are of no use, since health is asked for by release.
 */
export function readSessionOrigin(attrs: unknown, context: EnvelopeItemContext): SessionOrigin | OutcomeReason {
  const fields = isJsonObject(attrs) ? attrs : {}
  const release = readRelease(fields['release'])
  if (release === '') {
    return 'invalid_session'
  }
  const unwanted = createReleaseFilter(context)(release)
  if (unwanted !== undefined) {
    return unwanted
  }
  return {
    organization_id: context.meta.organizationId,
    project_id: context.meta.project.id,
    release,
    environment: readEnvironment(fields['environment']),
    sdk_name: readEnvelopeSdk(context),
    received_at: context.meta.receivedAt,
  }
}

/** What tells users of one project apart, without telling who they are. @param did as sent, text or a number. */
export function readUserKey(did: unknown, { meta, rules }: EnvelopeItemContext): string {
  const sent = typeof did === 'number' ? String(did) : did
  const user = sent === autoAddress ? rules.scrubber.scrubIpAddress(meta.clientIp ?? '') : sent
  return typeof user === 'string' && user !== '' ? hashToId(meta.project.id, user) : ''
}
