import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import {
  LimitParameter,
  OffsetParameter,
  ProjectIdParameter,
  TextParameter,
  timeRangeParameters,
} from '../http/parameters.js'
import { defineRoute } from '../http/route.js'
import { queryRoute } from './query-parameters.js'

const Ratio = (description: string) => NullableOf(Type.Number({ minimum: 0, maximum: 1, description }))

/** How one release of a project did in a time range. */
export const ReleaseHealth = Closed({
  release: Type.String(),
  project_id: Type.String(),
  environments: Type.Array(Type.String(), { description: 'In alphabetical order' }),
  first_seen: { ...Timestamp, description: 'First session or event of the release that is kept' },
  last_seen: { ...Timestamp, description: 'Last session or event in the range' },
  sessions: Closed({
    total: Type.Integer({ description: 'Sessions that started in the range. Each is in exactly one state' }),
    healthy: Type.Integer({ description: 'Without errors' }),
    errored: Type.Integer({ description: 'With errors that were handled' }),
    unhandled: Type.Integer({ description: 'With an unhandled error that did not end them' }),
    abnormal: Type.Integer({ description: 'Ended by something other than the application' }),
    crashed: Type.Integer({ description: 'Ended by an error' }),
    crash_free_rate: Ratio('Share of sessions that did not crash, 0 to 1; null without sessions'),
  }),
  users: Closed({
    total: Type.Integer({ description: 'Distinct users with a session' }),
    crashed: Type.Integer({ description: 'Distinct users with a session that crashed' }),
    crash_free_rate: Ratio('Share of users without a crash, 0 to 1; null when no user is known'),
  }),
  errors: Closed({
    events: Type.Integer({ description: 'Events of level error and fatal in the range' }),
    new_issues: Type.Integer({
      description: 'Fingerprints with events in the range whose first event that is kept was of this release',
    }),
    users: Type.Integer({ description: 'Distinct users with an error event' }),
  }),
  adoption: Ratio("Share of the project's sessions in the range, 0 to 1; null when the project has none"),
})
export type ReleaseHealth = Static<typeof ReleaseHealth>

export const queryReleases = defineRoute({
  ...queryRoute,
  id: 'queryReleases',
  path: '/api/v1/telemetry/query/releases/',
  summary: 'Health of releases, the one last seen first',
  description: 'Releases that only errors name are listed as well, with no sessions.',
  query: Closed({
    ...timeRangeParameters(['1h', '6h', '24h', '7d', '30d', '90d'], '24h'),
    project_id: ProjectIdParameter,
    environment: TextParameter('Environment'),
    release: TextParameter('Only this release'),
    limit: LimitParameter(limits.query.releasesLimitDefault, limits.query.releasesLimitMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    releases: Type.Array(ReleaseHealth),
    total: Type.Integer({ description: 'Releases that match, on all pages' }),
    has_more: Type.Boolean(),
  }),
})
