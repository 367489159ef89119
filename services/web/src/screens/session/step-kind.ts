import type { SessionStep } from '@signalbox/contracts'

/** What a step did: asked the API for telemetry, asked a language model, or reasoned by fixed rules. */
export type StepKind = 'query' | 'model' | 'rules'

export const stepKinds: readonly StepKind[] = ['query', 'model', 'rules']

export function stepKind({ tool, evidence }: Pick<SessionStep, 'tool' | 'evidence'>): StepKind {
  if (evidence.some(({ query }) => query !== null)) return 'query'
  return tool === null ? 'model' : 'rules'
}
