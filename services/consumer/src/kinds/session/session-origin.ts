import { isJsonObject, readEnvironment, readRelease } from '@signalbox/sentry-events'
import { readEnvelopeSdk } from '../../container/envelope-sdk.js'
import { hashToId } from '../../envelope/hash-to-id.js'
import type { EnvelopeItemContext } from '../kind-pipeline.js'

/** The placeholder for the address that the session came from. */
const autoAddress = '{{auto}}'

/**
 * Columns that single and summed sessions have in common.
 * @param attrs of the payload.
 * @returns undefined without a valid release: health is asked for by release.
 */
export function readSessionOrigin(attrs: unknown, context: EnvelopeItemContext) {
  const { release, environment } = isJsonObject(attrs) ? attrs : {}
  const name = readRelease(release)
  if (name === '') {
    return undefined
  }
  return {
    organization_id: context.meta.organizationId,
    project_id: context.meta.project.id,
    release: name,
    environment: readEnvironment(environment),
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
