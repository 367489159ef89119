import type { QueryClient } from '@tanstack/react-query'
import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { issueEventQuery, issueQuery } from './queries.js'

const component = lazyRouteComponent(() => import('./issue-page.js'), 'IssuePage')

/** An issue with its recommended event. */
export const issueRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues/$issueId',
  loader: ({ context, params, preload }) => {
    if (!preload) prefetchIssue(context.cache, params.issueId)
  },
  component,
})

/** An issue with one of its events: an id, `latest`, `oldest` or `recommended`. */
export const issueEventRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues/$issueId/events/$eventId',
  loader: ({ context, params, preload }) => {
    if (!preload) prefetchIssue(context.cache, params.issueId, params.eventId)
  },
  component,
})

/** Prefetches while the screen's code loads; the screen makes the same request and shows errors. */
function prefetchIssue(cache: QueryClient, issueId: string, eventId?: string): void {
  cache.query(issueQuery(issueId)).catch(leaveToScreen)
  cache.query(issueEventQuery(issueId, eventId)).catch(leaveToScreen)
}

function leaveToScreen(): void {}
