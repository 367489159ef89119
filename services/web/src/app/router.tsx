import type { QueryClient } from '@tanstack/react-query'
import { createRouter, Link } from '@tanstack/react-router'
import { frameRoute, rootRoute } from '../frame/frame-route.js'
import { acceptInvitationRoute } from '../screens/accept-invitation/route.js'
import { agentsRoute } from '../screens/agents/route.js'
import { alertRoute } from '../screens/alert/route.js'
import { alertsRoute } from '../screens/alerts/route.js'
import { deploymentRoute } from '../screens/deployment/route.js'
import { deploymentsRoute } from '../screens/deployments/route.js'
import { firstRunRoute } from '../screens/first-run/route.js'
import { issuesRoute } from '../screens/issues/route.js'
import { issueEventRoute, issueRoute } from '../screens/issue/route.js'
import { metricsRoute } from '../screens/metrics/route.js'
import { nowRoute } from '../screens/now/route.js'
import { resetPasswordRoute } from '../screens/reset-password/route.js'
import { sessionRoute } from '../screens/session/route.js'
import { settingsRoutes } from '../screens/settings/routes.js'
import { systemRoute } from '../screens/system/route.js'
import { signInRoute } from '../screens/sign-in/route.js'
import { OpenPage } from '../frame/open-page.js'
import { buttonClass, Button } from '../parts/controls/button.js'

/** All screens. */
const routeTree = rootRoute.addChildren([
  signInRoute,
  acceptInvitationRoute,
  resetPasswordRoute,
  frameRoute.addChildren([
    nowRoute,
    alertsRoute,
    alertRoute,
    issuesRoute,
    issueRoute,
    issueEventRoute,
    agentsRoute,
    sessionRoute,
    deploymentsRoute,
    deploymentRoute,
    metricsRoute,
    firstRunRoute,
    systemRoute,
    ...settingsRoutes,
  ]),
])

export function createAppRouter(cache: QueryClient) {
  return createRouter({
    routeTree,
    context: { cache },
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultNotFoundComponent: NotFound,
    defaultErrorComponent: Broken,
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

/** Parses search parameters as text: `query=123` is what someone typed, not a number. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/**
 * Serializes search parameters; undefined and empty ones are omitted. Characters that need no escaping stay readable.
 */
function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' && value !== '') params.set(name, value)
  }
  const text = params.toString().replaceAll('%3A', ':').replaceAll('%2F', '/').replaceAll('%40', '@')
  return text === '' ? '' : `?${text}`
}

/** Shown for unknown addresses. */
function NotFound() {
  return (
    <OpenPage title="Page not found">
      <p className="t2">The address may be wrong, or the page no longer exists.</p>
      <Link className={buttonClass()} to="/issues">
        All issues
      </Link>
    </OpenPage>
  )
}

/** Shown if the page itself failed or a newer version replaced its files: reloading fixes both. */
function Broken({ error }: { error: unknown }) {
  return (
    <OpenPage title="This page crashed">
      <p className="t2">{error instanceof Error ? error.message : String(error)}</p>
      <Button
        onClick={() => {
          location.reload()
        }}
      >
        Reload
      </Button>
    </OpenPage>
  )
}
