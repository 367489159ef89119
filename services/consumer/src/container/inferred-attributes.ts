import { isJsonObject } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/** Containers of this version may ask the server to fill in what it knows about the sender. */
const inferringVersion = 2

/**
 * Attributes that the container asks to have added from the request to each of its entries.
 * @param payload The container's payload.
 * @returns An empty object if it asks for none.
 */
export function inferAttributes(payload: unknown, { meta, rules }: EnvelopeItemContext): Record<string, string> {
  const settings = isJsonObject(payload) && payload['version'] === inferringVersion ? payload['ingest_settings'] : {}
  if (!isJsonObject(settings)) {
    return {}
  }
  const inferred: Record<string, string> = {}
  const address = settings['infer_ip'] === 'auto' ? rules.scrubber.scrubIpAddress(meta.clientIp ?? '') : ''
  if (address !== '') inferred['user.ip_address'] = address
  const userAgent = settings['infer_user_agent'] === 'auto' ? (meta.userAgent ?? '') : ''
  if (userAgent !== '') inferred['user_agent.original'] = userAgent
  return inferred
}
