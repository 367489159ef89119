import { ApiConnectionError, ApiError, type CallInput } from '@signalbox/api-client'
import type { RouteContract, Static, TObject, TSchema } from '@signalbox/contracts'
import { RecordedFailure } from '../investigation/failures.js'
import type { QueryResult, InvestigationStep } from '../investigation/investigation.js'

/** Runs queries whose failure leaves a gap in the facts instead of failing the session. */
export interface Questions {
  /**
   * @param what Describes the query in the gap that its failure leaves.
   * @returns undefined if the query failed.
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
  ): Promise<QueryResult<Static<Response>> | undefined>
  /** Records a gap. */
  miss(gap: string): void
  /** Gaps, sorted: concurrent queries fail in any order. */
  gaps(): string[]
}

/** Creates the queries of a step. */
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

/** Any other failure, such as an exhausted budget or a lost lease, ends the step. */
function isRefusal(error: unknown): error is Error {
  return error instanceof ApiError || error instanceof ApiConnectionError || error instanceof RecordedFailure
}
