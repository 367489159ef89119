import type { SessionOriginKind } from '@signalbox/contracts'

/** Who or what started a session, short for lists and as part of a sentence. */
export const originWords = {
  manual: { short: 'People', asked: 'Asked by a person' },
  deployment: { short: 'Deployments', asked: 'Deployment watch' },
  workflow_run: { short: 'Workflows', asked: 'Started by a workflow' },
  error: { short: 'New errors', asked: 'Triggered by a new error' },
} as const satisfies Record<SessionOriginKind, { short: string; asked: string }>
