import { queryErrors } from '@signalbox/contracts'
import type { QueryContext } from './query-context.js'
import type { MeasuredWindow } from './window.js'

/** Which error events are counted. */
export interface CountedErrors {
  window: MeasuredWindow
  level?: 'error' | 'warning' | 'info'
  project_id?: string
}

/** Error events of a window. Rejects when the question is refused or cannot be asked. */
export async function countErrors({ ask, organizationId }: QueryContext, errors: CountedErrors): Promise<number> {
  const { window, ...filters } = errors
  const { total } = await ask(organizationId, queryErrors, { ...window, limit: 1, ...filters })
  return total
}
