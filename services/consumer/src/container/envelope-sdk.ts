import { readSdk } from '@signalbox/sentry-events'
import type { EnvelopeItemContext } from '../pipeline/kind-pipeline.js'

/** Name of the SDK that sent the envelope; empty if nothing names it. */
export function readEnvelopeSdk({ meta, header }: EnvelopeItemContext): string {
  const { name } = readSdk({
    payload: undefined,
    envelope: header.fields['sdk'] ?? meta.sentryClient,
    userAgent: meta.userAgent,
  })
  return name
}
