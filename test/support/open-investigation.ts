import { createInvestigation, type Investigation, type ReadingApi } from '@signalbox/agent'

/** Input of a test session. */
export interface TestSession {
  prompt: string
  context: Record<string, unknown>
  /** Current time of the session in Unix milliseconds. */
  asOf: number
}

/** An investigation of an unclaimed session without recorded steps and with ample budget. */
export function openInvestigation(api: ReadingApi, { prompt, context, asOf }: TestSession): Investigation {
  const { investigation } = createInvestigation({
    session: {
      id: '01990000-0000-7000-8000-0000000000aa',
      organizationId: 'test',
      prompt,
      context,
      origin: { kind: 'manual', id: null },
      createdAt: asOf,
    },
    asOf,
    record: [],
    budget: {
      steps: 100,
      queries: 1_000,
      tokens: 0,
      timeMs: 600_000,
      microDollars: 0,
      prices: { input: 0, output: 0 },
    },
    timeLeftMs: () => 600_000,
    clock: Date.now,
    signal: new AbortController().signal,
    answer: ({ contract, input }) => api.call(contract, input),
    append: () => Promise.resolve(),
    onNew: () => undefined,
  })
  return investigation
}
