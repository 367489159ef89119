import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { ProjectParameters } from '../projects/project-settings.js'
import { defineRoute } from '../http/route.js'

/** A fingerprint whose events a project drops and counts. */
export const DiscardedFingerprint = Closed({
  fingerprint: Type.String({ description: '32 lower-case hex digits' }),
  title: Type.String({ description: 'Title of the discarded issue; empty if unknown' }),
  discarded_at: NullableOf({ ...Timestamp, description: 'Null if unknown' }),
})
export type DiscardedFingerprint = Static<typeof DiscardedFingerprint>

const common = { tag: 'Telemetry projects', rateLimit: 'query' } as const
const path = '/api/v1/telemetry/projects/{project_id}/discarded-fingerprints/'

export const listDiscardedFingerprints = defineRoute({
  ...common,
  id: 'listDiscardedFingerprints',
  method: 'get',
  path,
  scope: 'projects:read',
  summary: 'Fingerprints discarded by a project',
  description: `They are part of the project settings; at most ${limits.capacity.discardedFingerprints.max}.`,
  params: ProjectParameters,
  status: 200,
  response: Closed({
    fingerprints: Type.Array(DiscardedFingerprint, { description: 'Ordered by when they were discarded' }),
  }),
})

export const restoreFingerprint = defineRoute({
  ...common,
  id: 'restoreFingerprint',
  method: 'delete',
  path: `${path}{fingerprint}/`,
  scope: 'projects:write',
  summary: 'Stop discarding a fingerprint',
  description: 'Creates a new version of the settings. Events received from then on are stored.',
  params: Closed({
    ...ProjectParameters.properties,
    fingerprint: Type.String({ pattern: '^[0-9a-f]{32}$', description: '32 lower-case hex digits' }),
  }),
  status: 200,
  response: DiscardedFingerprint,
})
