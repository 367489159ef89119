import { createRoute, redirect } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'

/** What needs somebody now: the issues. */
export const nowRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/',
  beforeLoad: ({ search }) => {
    // The router takes what is thrown as the way to go on.
    throw redirect({ to: '/issues', search, replace: true })
  },
})
