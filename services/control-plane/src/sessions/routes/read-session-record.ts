import { readSessionRecord } from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { requireSession } from '../find-session.js'
import { readSessionRecord as readSteps } from '../session-record.js'
import { readSessionDetail } from '../session-shape.js'
import type { RouteDependencies } from '../../route-dependencies.js'

export function createReadSessionRecord({ store, clock }: RouteDependencies): Route {
  return createRoute(readSessionRecord, async ({ caller, params }) => {
    const row = requireSession(store, caller.organizationId, params.session_id)
    const { session_id, prompt, context, origin, created_at, status, report } = readSessionDetail(store, row, clock())
    return {
      session: { session_id, prompt, context, origin, created_at, status, report },
      as_of: row.as_of === null ? null : new Date(row.as_of).toISOString(),
      steps: (await readSteps(store, row.id)).map(({ step, results }) => ({ step, results: { ...results } })),
    }
  })
}
