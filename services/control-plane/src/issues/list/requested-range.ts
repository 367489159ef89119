import { ServiceError, type listIssues } from '@signalbox/contracts'
import type { RouteHandler } from '@signalbox/service-kit'

type ListQuery = Parameters<RouteHandler<typeof listIssues>>[0]['query']

/** A time range as given by callers. */
export interface RequestedRange {
  since: ListQuery['since']
  start?: string
  end?: string
}

export function requestedRangeOf({ since, start, end }: ListQuery): RequestedRange {
  return { since, ...(start !== undefined && { start }), ...(end !== undefined && { end }) }
}

/** True if the range covers the entire retention, so that issues without events in it are listed as well. */
export function coversRetention({ since, start, end }: RequestedRange): boolean {
  return since === '90d' && start === undefined && end === undefined
}

/**
 * Runs a query that contains part of the caller's search.
 * @throws ServiceError like the query; errors in the search are reported for the caller's `query` parameter.
 */
export async function runSearchQuery<Answer>(question: () => Promise<Answer>): Promise<Answer> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.faults.every(({ name }) => name !== 'search')) throw error
    const faults = error.faults.map((fault) => (fault.name === 'search' ? { ...fault, name: 'query' } : fault))
    throw new ServiceError(error.code, { faults, cause: error })
  }
}
