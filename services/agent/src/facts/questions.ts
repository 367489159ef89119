import { ApiConnectionError, ApiError, type CallInput } from '@signalbox/api-client'
import type { RouteContract, Static, TObject, TSchema } from '@signalbox/contracts'
import { RecordedFailure } from '../investigation/failures.js'
import type { Answer, InvestigationStep } from '../investigation/investigation.js'

/** Questions whose failure is a gap in the facts, and not the end of the session. */
export interface Questions {
  /**
   * @param what Names what is asked for, in the gap that is left when it fails.
   * @returns undefined when it could not be answered.
   */
  ask<
    Params extends TObject | undefined,
    Query extends TObject | undefined,
    Body extends TSchema | undefined,
    Response extends TSchema,
  >(
    contract: RouteContract<Params, Query, Body, Response>,
    input: CallInput<Params, Query, Body>,
    about: { what: string; summary: (answer: Static<Response>) => string },
  ): Promise<Answer<Static<Response>> | undefined>
  /** Says that something is missing. */
  miss(gap: string): void
  /** What is missing, sorted: questions that are asked at once fail in any order. */
  gaps(): string[]
}

/** Asks within a step. */
export function createQuestions(step: InvestigationStep): Questions {
  const missing: string[] = []
  return {
    ask: async (contract, input, { what, summary }) => {
      try {
        return await step.ask(contract, input, summary)
      } catch (error) {
        if (!isRefusal(error)) throw error
        missing.push(`${what}: ${error.message}`)
        return undefined
      }
    },
    miss: (gap) => {
      missing.push(gap)
    },
    gaps: () => missing.toSorted(),
  }
}

/** Whatever else fails, a spent budget or a lost lease, ends the step. */
function isRefusal(error: unknown): error is Error {
  return error instanceof ApiError || error instanceof ApiConnectionError || error instanceof RecordedFailure
}
