import { ServiceError, type listIssues } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'

type ListQuery = Parameters<RouteHandler<typeof listIssues>>[0]['query']

/** A range of time as callers name it. */
export interface AskedRange {
  since: ListQuery['since']
  start?: string
  end?: string
}

export function askedRangeOf({ since, start, end }: ListQuery): AskedRange {
  return { since, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
}

/** Whether it is all that is kept, so that issues without events in it belong to a list. */
export function isWhole({ since, start, end }: AskedRange): boolean {
  return since === '90d' && start === undefined && end === undefined
}

/**
 * Asks with a part of the caller's search.
 * @throws ServiceError as the question, faults of the search being those of the caller's `query`.
 */
export async function askForSearch<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.faults.every(({ name }) => name !== 'search')) throw error
    const faults = error.faults.map((fault) => (fault.name === 'search' ? { ...fault, name: 'query' } : fault))
    throw new ServiceError(error.code, { faults, cause: error })
  }
}
