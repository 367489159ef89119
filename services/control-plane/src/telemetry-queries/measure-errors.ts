import { queryErrors } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'
import type { MeasuredWindow } from './window.js'

/** Filters for error events to count. */
export interface CountedErrors {
  window: MeasuredWindow
  level?: 'error' | 'warning' | 'info'
  project_id?: string
}

/** Counts the error events in a window. Rejects if the query is refused or unanswered. */
export async function countErrors(
  { queryTelemetry, organizationId }: QueryContext,
  errors: CountedErrors,
): Promise<number> {
  const { window, ...filters } = errors
  const { total } = await queryTelemetry(organizationId, queryErrors, { ...window, limit: 1, ...filters })
  return total
}
