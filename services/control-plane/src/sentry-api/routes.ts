import {
  changeSentryIssues,
  listSentryIssues,
  listSentryOrganizations,
  listSentryProjects,
  readSentryInfo,
  toTimestamp,
} from '@signalbox/contracts'
import { createRoute, type Route } from '@signalbox/service-kit'
import { changeListedIssues } from './change-listed-issues.js'
import { requireOwnOrganization, slugOf } from './find-by-slug.js'
import { listAsSentry } from './list-as-sentry.js'
import type { IssueListing } from '../issues/list/list-issues.js'

/** The routes of the Sentry API that sentry-cli asks the control plane. */
export function createSentryApiRoutes(dependencies: IssueListing): Route[] {
  return [
    createRoute(readSentryInfo, ({ caller }) => ({ version: '0', auth: { scopes: [...caller.scopes] }, user: null })),
    createListOrganizations(dependencies),
    createListProjects(dependencies),
    createRoute(listSentryIssues, (input) => listAsSentry(dependencies, input)),
    createRoute(changeSentryIssues, (input) => changeListedIssues(dependencies, input)),
  ]
}

/** A key is of one organization. */
function createListOrganizations({ store }: Pick<IssueListing, 'store'>): Route {
  return createRoute(listSentryOrganizations, ({ caller: { organizationId } }) => {
    const row = store.organizations.find(organizationId)
    if (row === undefined) return []
    return [
      {
        id: row.id,
        slug: slugOf(row.name),
        name: row.name,
        dateCreated: toTimestamp(row.created_at),
        isEarlyAdopter: false,
        require2FA: false,
        requireEmailVerification: false,
        features: [],
      },
    ]
  })
}

function createListProjects({ store }: Pick<IssueListing, 'store'>): Route {
  return createRoute(listSentryProjects, ({ caller: { organizationId }, params }) => {
    requireOwnOrganization(store, organizationId, params.organization)
    return store.projects.list(organizationId).map(({ number, name }) => {
      return { id: String(number), slug: slugOf(name), name, team: null }
    })
  })
}
