import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { GroupingSettings } from '../../projects/project-settings.js'
import { Closed, NullableOf, Open, Timestamp } from '../../schema.js'
import { defineRoute } from '../route.js'

/** Why events of one fingerprint are one. Newer rules may say more than what is named here. */
export const FingerprintGrouping = Open({
  fingerprint: Type.String({ description: '32 hex digits' }),
  events: Type.Integer({ description: 'Events that are kept' }),
  first_seen: NullableOf(Timestamp),
  last_seen: NullableOf(Timestamp),
  sample_event_id: NullableOf(
    Type.String({ description: 'Newest event, which the rest is about; null when none is kept' }),
  ),
  grouping_version: NullableOf(Type.String()),
  by: NullableOf(Type.String({ description: 'Rule that decided', examples: ['app', 'system', 'message'] })),
  components: Type.Array(Type.Unknown(), {
    description: 'Parts that counted, as nested lists `[name, value]` and `[name, [parts]]`; long ones are cut',
  }),
  frames: Type.Optional(
    Type.Array(Type.Unknown(), { description: 'Frames of the main stack and whether each counted' }),
  ),
})
export type FingerprintGrouping = Static<typeof FingerprintGrouping>

export const readIssueGrouping = defineRoute({
  id: 'readIssueGrouping',
  tag: 'Issues',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/grouping/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Why the events of an issue are one',
  params: Closed({ issue_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: Closed({
    issue_id: Type.String(),
    fingerprints: Type.Array(FingerprintGrouping, {
      description: `The issue's own first, at most ${limits.query.issueFingerprintsMax}`,
    }),
  }),
})

const IssueSide = Closed({
  fingerprint: Type.String({ description: '32 hex digits' }),
  title: Type.String(),
  events: Type.Integer({ description: 'Events, those that samples stand for included' }),
  sample_event_id: Type.String({ description: 'Newest event' }),
})

const issue = {
  fingerprint: IssueSide.properties.fingerprint,
  title: IssueSide.properties.title,
  events: IssueSide.properties.events,
}
const listed = `The largest first, at most ${limits.query.dryRunListedMax}`

/** What rules would do to the issues of a project. */
export const GroupingDryRun = Closed({
  events_examined: Type.Integer({ description: 'Stored events that were grouped again, the newest' }),
  events_in_range: Type.Integer({ description: 'Stored events of the range' }),
  is_sampled: Type.Boolean({ description: 'Whether fewer events were examined than the range has' }),
  events_incomplete: Type.Integer({
    description: 'Examined events that stay where they are because parts that count were too large to be stored',
  }),
  issues_before: Type.Integer({ description: 'Fingerprints that the examined events have' }),
  issues_after: Type.Integer({ description: 'Fingerprints that they would have' }),
  unchanged: Type.Integer({ description: 'Fingerprints that would stand for the same events as before' }),
  renamed: Type.Integer({
    description: 'Fingerprints whose events stay together and alone, but under another fingerprint',
  }),
  splits: Type.Array(Closed({ ...issue, into: Type.Array(IssueSide, { description: listed }) }), {
    description: `Fingerprints whose events would get several. ${listed}`,
  }),
  merges: Type.Array(Closed({ ...issue, from: Type.Array(IssueSide, { description: listed }) }), {
    description: `Fingerprints that would gather the events of several. ${listed}`,
  }),
})
export type GroupingDryRun = Static<typeof GroupingDryRun>

export const dryRunGrouping = defineRoute({
  id: 'dryRunGrouping',
  tag: 'Telemetry projects',
  method: 'post',
  path: '/api/v1/telemetry/projects/{project_id}/grouping/dry-run/',
  scope: 'projects:read',
  rateLimit: 'query',
  summary: 'What rules of grouping would do to the issues of a project',
  description:
    'Groups stored events by these rules and changes nothing. Rules that are left out count as empty, so send all ' +
    'that are to hold.',
  params: Closed({
    project_id: Type.String({ minLength: 1, maxLength: 64, description: "The project's id or its DSN number" }),
  }),
  body: Closed({
    fingerprint_rules: Type.Optional(GroupingSettings.properties.fingerprint_rules),
    in_app_rules: Type.Optional(GroupingSettings.properties.in_app_rules),
    version: GroupingSettings.properties.version,
    days: Type.Optional(Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'Days to look back' })),
    events_max: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.query.dryRunEventsMax,
        default: limits.query.dryRunEventsDefault,
        description: 'Most events to examine, the newest',
      }),
    ),
  }),
  status: 200,
  response: GroupingDryRun,
})
