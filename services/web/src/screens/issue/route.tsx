import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

const component = lazyRouteComponent(() => import('./issue-page.js'), 'IssuePage')

/** An issue with its most telling event. */
export const issueRoute = createRoute({ getParentRoute: () => frameRoute, path: '/issues/$issueId', component })

/** An issue with one event of it: an id, `latest`, `oldest` or `recommended`. */
export const issueEventRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/issues/$issueId/events/$eventId',
  component,
})
