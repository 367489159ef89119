import { createRoute, redirect } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

/** The start page: redirects to the issues. */
export const nowRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: ({ search }) => {
    // The router treats a thrown redirect as navigation.
    throw redirect({ to: '/issues', search, replace: true })
  },
})
