import type { OutcomeReason } from '@signalbox/contracts'
import { isJsonObject, readEnvironment, readRelease } from '@signalbox/sentry-events'
import { readEnvelopeSdk } from '../../container/envelope-sdk.js'
import { createReleaseFilter } from '../../container/release-filter.js'
import { hashToId } from '../../pipeline/hash-to-id.js'
import type { EnvelopeItemContext } from '../../pipeline/kind-pipeline.js'

/** Placeholder for the address that the session came from. */
const autoAddress = '{{auto}}'

/** Columns common to individual and aggregated sessions. */
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
 * Reads the sender of sessions.
 * @param attrs The payload's `attrs`.
 * @returns Why they cannot be stored, if so: sessions without a valid release are useless, since health is queried by
 * release.
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

/**
 * Distinguishes the users of one project without identifying them.
 * @param did As sent, text or a number.
 */
export function readUserKey(did: unknown, { meta, rules }: EnvelopeItemContext): string {
  const sent = typeof did === 'number' ? String(did) : did
  const user = sent === autoAddress ? rules.scrubber.scrubIpAddress(meta.clientIp ?? '') : sent
  return typeof user === 'string' && user !== '' ? hashToId(meta.project.id, user) : ''
}
