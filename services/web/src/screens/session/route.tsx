import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

export const sessionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/agents/$session_id',
  validateSearch: (search: Record<string, unknown>): SessionSearch => readSessionSearch(search),
  component: lazyRouteComponent(() => import('./session-page.js'), 'SessionPage'),
})

/** What the address of a session says besides project and time. */
interface SessionSearch {
  /** The open evidence, such as `e9`; `none` when somebody closed what a wide page opens by itself. */
  evidence?: string
  /** The claim it was opened from, from 1 on. */
  claim?: string
  /** The number of the step up to which the session is replayed, from 1 on. */
  step?: string
}

function readSessionSearch({ evidence, claim, step }: Readonly<Record<string, unknown>>): SessionSearch {
  return {
    ...(typeof evidence === 'string' && /^(?:e[1-9]\d{0,8}|none)$/.test(evidence) && { evidence }),
    ...(typeof claim === 'string' && /^[1-9]\d{0,3}$/.test(claim) && { claim }),
    ...(typeof step === 'string' && /^[1-9]\d{0,5}$/.test(step) && { step }),
  }
}
