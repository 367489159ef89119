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

/** Health of one release of a project in a time range. */
export const ReleaseHealth = Closed({
  release: Type.String(),
  project_id: Type.String(),
  environments: Type.Array(Type.String(), { description: 'In alphabetical order' }),
  first_seen: { ...Timestamp, description: 'First stored session or event of the release' },
  last_seen: { ...Timestamp, description: 'Last session or event in the range' },
  sessions: Closed({
    total: Type.Integer({ description: 'Sessions started in the range. Each has exactly one state' }),
    healthy: Type.Integer({ description: 'Sessions without errors' }),
    errored: Type.Integer({ description: 'Sessions with handled errors' }),
    unhandled: Type.Integer({ description: 'Sessions with an unhandled error that did not end them' }),
    abnormal: Type.Integer({ description: 'Sessions ended by something other than the application' }),
    crashed: Type.Integer({ description: 'Sessions ended by an error' }),
    crash_free_rate: Ratio('Fraction of sessions that did not crash, 0 to 1; null without sessions'),
  }),
  users: Closed({
    total: Type.Integer({ description: 'Distinct users with a session' }),
    crashed: Type.Integer({ description: 'Distinct users with a session that crashed' }),
    crash_free_rate: Ratio('Fraction of users without a crash, 0 to 1; null if no user is known'),
  }),
  errors: Closed({
    events: Type.Integer({ description: 'Error and fatal events in the range' }),
    new_issues: Type.Integer({
      description: 'Fingerprints with events in the range whose first stored event belongs to this release',
    }),
    users: Type.Integer({ description: 'Distinct users with an error event' }),
  }),
  adoption: Ratio("Fraction of the project's sessions in the range, 0 to 1; null if the project has none"),
})
export type ReleaseHealth = Static<typeof ReleaseHealth>

export const queryReleases = defineRoute({
  ...queryRoute,
  id: 'queryReleases',
  path: '/api/v1/telemetry/query/releases/',
  summary: 'Release health, most recently seen first',
  description: 'Releases that only occur in errors are included, with no sessions.',
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
    total: Type.Integer({ description: 'Total number of matching releases' }),
    has_more: Type.Boolean(),
  }),
})
