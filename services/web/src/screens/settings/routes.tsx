import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router'
import { frameRoute } from '../../frame/frame-route.js'
import { projectSections } from './project-sections.js'

const settingsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings',
  beforeLoad: () => {
    // The router treats a thrown redirect as navigation.
    throw redirect({ to: '/settings/account', replace: true })
  },
})

const accountRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/account',
  component: lazyRouteComponent(() => import('./account-page.js'), 'AccountPage'),
})

const securityRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/security',
  component: lazyRouteComponent(() => import('./security-page.js'), 'SecurityPage'),
})

const organizationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/organization',
  component: lazyRouteComponent(() => import('./organization-page.js'), 'OrganizationPage'),
})

const membersRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./members-page.js'), 'MembersPage'),
})

const keysRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/keys',
  component: lazyRouteComponent(() => import('./keys-page.js'), 'KeysPage'),
})

const projectsRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/projects',
  component: lazyRouteComponent(() => import('./projects-page.js'), 'ProjectsPage'),
})

const projectRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/projects/$projectId',
  beforeLoad: ({ params }) => {
    // The router treats a thrown redirect as navigation.
    throw redirect({
      to: '/settings/projects/$projectId/$section',
      params: { ...params, section: projectSections[0].id },
      replace: true,
    })
  },
})

const projectSectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: '/settings/projects/$projectId/$section',
  component: lazyRouteComponent(() => import('./project-page.js'), 'ProjectPage'),
})

/** The settings pages. */
export const settingsRoutes = [
  settingsRoute,
  accountRoute,
  securityRoute,
  organizationRoute,
  membersRoute,
  keysRoute,
  projectsRoute,
  projectRoute,
  projectSectionRoute,
] as const
