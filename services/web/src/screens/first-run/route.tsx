import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

/** Search parameters of onboarding, besides the project. */
export interface FirstRunSearch {
  platform?: string
}

export const firstRunRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/new',
  validateSearch: ({ platform }: Record<string, unknown>): FirstRunSearch =>
    typeof platform === 'string' ? { platform } : {},
  component: lazyRouteComponent(() => import('./first-run-page.js'), 'FirstRunPage'),
})
