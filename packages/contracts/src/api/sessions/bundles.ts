import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, MapOf, NullableOf, OneOf, Timestamp } from '../../schema.js'
import { SessionDetail, SessionStep } from './agent-sessions.js'
import { LimitParameter, OffsetParameter } from '../http/parameters.js'
import { comparedRangeParameters, queryRoute } from '../queries/query-parameters.js'
import { defineRoute } from '../http/route.js'

/** Kinds of telemetry that can be exported from one installation and imported into another. */
export const exportedKinds = ['event', 'span', 'log', 'sample', 'app_metric', 'data_point'] as const
export type ExportedKind = (typeof exportedKinds)[number]

/** Complete stored telemetry of one kind, for incident bundles. */
export const exportTelemetry = defineRoute({
  ...queryRoute,
  id: 'exportTelemetry',
  path: '/api/v1/telemetry/query/export/',
  needsConfirmation: true,
  summary: 'Export stored telemetry of a range, oldest first, for import into another installation',
  description:
    'Fields are those of the stored rows; times are Unix microseconds. Large pages end early: continue at ' +
    '`next_offset` until it is null. Container metrics belong to no project and are not exported with ' +
    '`project_id`.',
  query: Closed({
    ...comparedRangeParameters,
    kind: OneOf(exportedKinds, { description: `One of ${exportedKinds.join(', ')}` }),
    limit: LimitParameter(limits.bundle.pageItemsMax, limits.bundle.pageItemsMax),
    offset: OffsetParameter,
  }),
  response: Closed({
    items: Type.Array(MapOf(Type.Unknown())),
    next_offset: NullableOf(Type.Integer({ description: 'Offset of the next page; null on the last' })),
  }),
})

/** A session with everything that it recorded: enough to replay it without running any queries. */
export const SessionRecord = Closed({
  session: Type.Pick(SessionDetail, [
    'session_id',
    'prompt',
    'context',
    'origin',
    'created_at',
    'status',
    'report',
    'review',
  ]),
  as_of: NullableOf({ ...Timestamp, description: 'The reference time it used as now; null if it has not started' }),
  steps: Type.Array(
    Closed({
      step: SessionStep,
      results: MapOf(Type.Unknown(), {
        description: 'Full results of its evidence by evidence id, and other recorded results',
      }),
    }),
    { description: 'In execution order' },
  ),
})
export type SessionRecord = Static<typeof SessionRecord>

export const readSessionRecord = defineRoute({
  id: 'readSessionRecord',
  tag: 'Agent sessions',
  method: 'get',
  path: '/api/v1/agent/sessions/{session_id}/record/',
  aliases: ['/api/v1/agent-sessions/{session_id}/record/'],
  scope: 'sessions:read',
  needsConfirmation: true,
  rateLimit: 'query',
  summary: 'Get a session with all results its steps recorded, for replay',
  description: 'May be large: results are returned in full.',
  params: Closed({ session_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: SessionRecord,
})
