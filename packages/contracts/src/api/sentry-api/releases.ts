import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'
import { SentryOrganization, SentryProject } from './parameters.js'

/** Releases in the format of Sentry's clients. Old clients give the project in the path, new ones in the body. */
const reading = { tag: 'sentry-cli', rateLimit: 'query', scope: 'changes:read', query: Open({}) } as const
const writing = { tag: 'sentry-cli', rateLimit: 'query', scope: 'changes:write', query: Open({}) } as const

const Version = Type.String({
  minLength: 1,
  maxLength: limits.event.releaseLengthMax,
  description: 'Name of the release',
})
const Organization = Closed({ organization: SentryOrganization })
const OrganizationRelease = Closed({ organization: SentryOrganization, version: Version })
const Project = Closed({ organization: SentryOrganization, project: SentryProject })
const ProjectRelease = Closed({ organization: SentryOrganization, project: SentryProject, version: Version })

export const SentryRelease = Closed({
  version: Type.String(),
  url: Type.Null(),
  dateCreated: Timestamp,
  dateReleased: NullableOf(Timestamp),
  lastEvent: Type.Null(),
  newGroups: Type.Integer({ description: 'Always 0' }),
  lastCommit: NullableOf(Closed({ id: Type.String() })),
  projects: Type.Array(Closed({ id: Type.String(), slug: Type.String(), name: Type.String() })),
  status: Type.String(),
})
export type SentryRelease = Static<typeof SentryRelease>

const optionalText = (maxLength: number) => Type.Optional(NullableOf(Type.String({ maxLength })))

/** A commit as sent by `set-commits --local`. */
export const SentryCommit = Open({
  id: Type.String({ minLength: 1, maxLength: limits.change.idLengthMax }),
  repository: optionalText(limits.text.nameLengthMax),
  author_name: optionalText(limits.text.nameLengthMax),
  message: optionalText(limits.text.promptBytesMax),
  timestamp: Type.Optional(NullableOf(Timestamp)),
  patch_set: Type.Optional(NullableOf(Type.Array(Open({ path: Type.String() })))),
})
export type SentryCommit = Static<typeof SentryCommit>

/** A repository's commit as sent by `set-commits --auto`, which requires known repositories. */
const SentryReference = Open({
  repository: Type.String({ maxLength: limits.text.nameLengthMax }),
  commit: Type.String({ minLength: 1, maxLength: limits.change.idLengthMax }),
})

const changes = {
  dateReleased: Type.Optional(NullableOf(Timestamp)),
  status: optionalText(32),
  commits: Type.Optional(NullableOf(Type.Array(SentryCommit, { maxItems: limits.change.itemsMax * 10 }))),
  refs: Type.Optional(NullableOf(Type.Array(SentryReference, { maxItems: limits.change.itemsMax }))),
}
export const SentryReleaseChange = Open(changes)
export type SentryReleaseChange = Static<typeof SentryReleaseChange>
const NewRelease = Open({ version: Version, ...changes })

const listing = {
  ...reading,
  method: 'get',
  summary: 'Releases, newest first',
  status: 200,
  response: Type.Array(SentryRelease),
} as const
const creating = {
  ...writing,
  method: 'post',
  summary: 'Create or update a release',
  body: NewRelease,
  status: 201,
  response: SentryRelease,
} as const
const looking = { ...reading, method: 'get', summary: 'A release', status: 200, response: SentryRelease } as const
const changing = {
  ...writing,
  method: 'put',
  summary: 'Finalize a release or set its commits; creates an unknown release',
  description: 'Commits also appear as changes in the Signalbox API.',
  body: SentryReleaseChange,
  status: 200,
  response: SentryRelease,
} as const
const deleting = {
  ...writing,
  method: 'delete',
  summary: 'Delete a release',
  status: 204,
  response: Type.Null(),
} as const

const ofOrganization = '/api/0/organizations/{organization}/releases/'
const ofProject = '/api/0/projects/{organization}/{project}/releases/'

export const listSentryReleases = defineRoute({
  ...listing,
  id: 'listSentryReleases',
  path: ofOrganization,
  params: Organization,
})
export const listSentryProjectReleases = defineRoute({
  ...listing,
  id: 'listSentryProjectReleases',
  path: ofProject,
  params: Project,
})
export const createSentryRelease = defineRoute({
  ...creating,
  id: 'createSentryRelease',
  path: ofOrganization,
  params: Organization,
})
export const createSentryProjectRelease = defineRoute({
  ...creating,
  id: 'createSentryProjectRelease',
  path: ofProject,
  params: Project,
})
export const readSentryRelease = defineRoute({
  ...looking,
  id: 'readSentryRelease',
  path: `${ofOrganization}{version}/`,
  params: OrganizationRelease,
})
export const readSentryProjectRelease = defineRoute({
  ...looking,
  id: 'readSentryProjectRelease',
  path: `${ofProject}{version}/`,
  params: ProjectRelease,
})
export const changeSentryRelease = defineRoute({
  ...changing,
  id: 'changeSentryRelease',
  path: `${ofOrganization}{version}/`,
  params: OrganizationRelease,
})
export const changeSentryProjectRelease = defineRoute({
  ...changing,
  id: 'changeSentryProjectRelease',
  path: `${ofProject}{version}/`,
  params: ProjectRelease,
})
export const deleteSentryRelease = defineRoute({
  ...deleting,
  id: 'deleteSentryRelease',
  path: `${ofOrganization}{version}/`,
  params: OrganizationRelease,
})
export const deleteSentryProjectRelease = defineRoute({
  ...deleting,
  id: 'deleteSentryProjectRelease',
  path: `${ofProject}{version}/`,
  params: ProjectRelease,
})

export const readPreviousSentryRelease = defineRoute({
  ...reading,
  id: 'readPreviousSentryRelease',
  method: 'get',
  path: `${ofOrganization}{version}/previous-with-commits/`,
  summary: 'The newest earlier release with a known commit; an empty object if there is none',
  params: OrganizationRelease,
  status: 200,
  response: Type.Union([SentryRelease, Closed({})]),
})

export const SentryDeploy = Closed({
  id: Type.String(),
  environment: NullableOf(Type.String()),
  name: NullableOf(Type.String()),
  url: NullableOf(Type.String()),
  dateStarted: NullableOf(Timestamp),
  dateFinished: Timestamp,
})
export type SentryDeploy = Static<typeof SentryDeploy>

export const listSentryDeploys = defineRoute({
  ...reading,
  id: 'listSentryDeploys',
  method: 'get',
  path: `${ofOrganization}{version}/deploys/`,
  summary: 'Deployments of a release, newest first',
  params: OrganizationRelease,
  status: 200,
  response: Type.Array(SentryDeploy),
})

export const createSentryDeploy = defineRoute({
  ...writing,
  id: 'createSentryDeploy',
  method: 'post',
  path: `${ofOrganization}{version}/deploys/`,
  summary: 'Record a deployment of a release',
  description: 'Also appears as a deployment in the Signalbox API and fires deployment triggers of workflows.',
  params: OrganizationRelease,
  body: Open({
    environment: Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax }),
    name: optionalText(limits.text.nameLengthMax),
    url: optionalText(limits.text.urlLengthMax),
    dateStarted: Type.Optional(NullableOf(Timestamp)),
    dateFinished: Type.Optional(NullableOf(Timestamp)),
  }),
  status: 201,
  response: SentryDeploy,
})
