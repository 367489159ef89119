import type { SessionOriginKind } from '@signalbox/contracts'

/** What asked for a session, short for lists and as part of a sentence. */
export const originWords = {
  manual: { short: 'People', asked: 'Asked by a person' },
  deployment: { short: 'Deployments', asked: 'Watches a deployment' },
  workflow_run: { short: 'Workflows', asked: 'Asked by a workflow' },
  error: { short: 'New errors', asked: 'Asked by a new error' },
} as const satisfies Record<SessionOriginKind, { short: string; asked: string }>
