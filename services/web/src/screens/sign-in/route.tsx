import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../frame/frame-route.js'
import type { SignInSearch } from './search.js'

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: ({ return_to: returnTo, problem }: Record<string, unknown>): SignInSearch => ({
    ...(typeof returnTo === 'string' && { return_to: returnTo }),
    ...(typeof problem === 'string' && { problem }),
  }),
  component: lazyRouteComponent(() => import('./sign-in-page.js'), 'SignInPage'),
})
