import { limits } from '@signalbox/contracts'
import type { BudgetView } from './investigation.js'
import { BudgetExhausted } from './failures.js'

/** What a session may spend, over all its turns. */
export interface BudgetLimits {
  steps: number
  queries: number
  /** Model tokens, input and output. */
  tokens: number
  /** Milliseconds of work. */
  timeMs: number
  /** Maximum cost of tokens, in millionths of a dollar. */
  microDollars: number
  /** Millionths of a dollar per 1,000 tokens. */
  prices: { input: number; output: number }
}

/** Tracks what a session spends. Replaying recorded work counts the same as doing it the first time. */
export interface Budget {
  readonly view: BudgetView
  countStep(): void
  countQuery(): void
  /** @param bytes Size of a stored answer. */
  countResult(bytes: number): void
  countTokens(usage: { inputTokens: number; outputTokens: number }): void
  /** @throws BudgetExhausted */
  requireStep(): void
  requireQuery(): void
  requireTokens(): void
}

/** @param timeLeftMs Returns the milliseconds of work left now. */
export function createBudget(allowed: BudgetLimits, timeLeftMs: () => number): Budget {
  const spent = { steps: 0, queries: 0, bytes: 0, tokens: 0, nanoDollars: 0 }
  const { prices } = allowed
  const dearest = Math.max(prices.input, prices.output)
  const affordable = () =>
    dearest === 0 ? Infinity : Math.floor((allowed.microDollars * 1_000 - spent.nanoDollars) / dearest)
  const view: BudgetView = {
    get steps() {
      return Math.max(0, allowed.steps - spent.steps)
    },
    get queries() {
      return spent.bytes >= limits.agentSession.recordBytesMax ? 0 : Math.max(0, allowed.queries - spent.queries)
    },
    get tokens() {
      return Math.max(0, Math.min(allowed.tokens - spent.tokens, affordable()))
    },
    get timeMs() {
      return Math.max(0, timeLeftMs())
    },
  }
  const require = (left: number, what: string) => {
    if (left <= 0) throw new BudgetExhausted(`The session has no ${what} left`)
  }
  return {
    view,
    countStep: () => {
      spent.steps += 1
    },
    countQuery: () => {
      spent.queries += 1
    },
    countResult: (bytes) => {
      spent.bytes += bytes
    },
    countTokens: ({ inputTokens, outputTokens }) => {
      spent.tokens += inputTokens + outputTokens
      spent.nanoDollars += inputTokens * prices.input + outputTokens * prices.output
    },
    requireStep: () => {
      require(view.steps, 'step')
    },
    requireQuery: () => {
      require(view.queries, 'query')
    },
    requireTokens: () => {
      require(view.tokens, 'tokens')
    },
  }
}
