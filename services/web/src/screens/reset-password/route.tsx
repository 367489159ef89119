import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { rootRoute } from '../../frame/frame-route.js'

export const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./reset-password-page.js'), 'ResetPasswordPage'),
})
