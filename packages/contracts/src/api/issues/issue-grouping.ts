import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { GroupingSettings } from '../../projects/project-settings.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** One frame of an event's main stack trace. */
const GroupedFrame = Closed({
  function: Type.String({ description: 'Empty if unknown' }),
  place: Type.String({ description: 'Module, or else file name; empty if unknown' }),
  why: NullableOf(
    Type.String({
      description:
        'Why the frame is ignored: `not in app`, `noise`, `caller`, `recursion`, `empty` or `rule`; null if it ' +
        'contributes',
    }),
  ),
  line: NullableOf(Type.Integer({ description: 'Line of the in-app rule that matched, 1-based' })),
})

/** Why events with this fingerprint are grouped together. */
export const FingerprintGrouping = Closed({
  fingerprint: Type.String({ description: '32 hex digits' }),
  events: Type.Integer({ description: 'Stored events, including those represented by flood samples' }),
  first_seen: NullableOf({ ...Timestamp, description: 'First stored event; null if there is none' }),
  last_seen: NullableOf({ ...Timestamp, description: 'Last event' }),
  sample_event_id: NullableOf(Type.String({ description: 'Newest event, described by the fields below' })),
  grouping_version: NullableOf(Type.String({ examples: ['signalbox:1'] })),
  by: NullableOf(
    Type.String({
      description:
        'What determined the fingerprint: `fingerprint` (set by the SDK), `checksum`, `rule` (of the project), ' +
        'or the part of the event',
      examples: ['app'],
    }),
  ),
  rule: NullableOf(
    Closed(
      { line: Type.Integer({ description: 'From 1' }), text: Type.String() },
      {
        description: 'The project rule, if a rule determined it',
      },
    ),
  ),
  rules_skipped: Type.Boolean({
    description: "Whether the project's rules were skipped because they would have taken too long on its events",
  }),
  components: Type.Array(Type.Unknown(), {
    description: 'Contributing values, as nested lists `[name, value]` and `[name, [parts]]`; `"..."` marks truncation',
  }),
  frames: Type.Array(GroupedFrame, { description: 'Oldest call first; empty if the event has no stack' }),
  older_frames: Type.Integer({ description: 'Number of older frames not listed' }),
})
export type FingerprintGrouping = Static<typeof FingerprintGrouping>

export const readIssueGrouping = defineRoute({
  id: 'readIssueGrouping',
  tag: 'Issues',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/grouping/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: "Explain how an issue's events were grouped",
  params: Closed({ issue_id: Type.String({ format: 'uuid' }) }),
  status: 200,
  response: Closed({
    issue_id: Type.String(),
    fingerprints: Type.Array(FingerprintGrouping, {
      description: `The issue's own fingerprint first, at most ${limits.query.issueFingerprintsMax}`,
    }),
  }),
})

const IssueSide = Closed({
  fingerprint: Type.String({ description: '32 hex digits' }),
  title: Type.String(),
  events: Type.Integer({ description: 'Events, including those represented by flood samples' }),
  sample_event_id: Type.String({ description: 'Newest event' }),
})

const issue = {
  fingerprint: IssueSide.properties.fingerprint,
  title: IssueSide.properties.title,
  events: IssueSide.properties.events,
}
const listed = `Largest first, at most ${limits.query.dryRunListedMax}`

/** The effect that rules would have on a project's issues. */
export const GroupingDryRun = Closed({
  events_examined: Type.Integer({ description: 'Stored events that were regrouped, newest first' }),
  events_in_range: Type.Integer({ description: 'Stored events in the range' }),
  is_sampled: Type.Boolean({ description: 'Whether fewer events were examined than the range contains' }),
  events_incomplete: Type.Integer({
    description:
      'Examined events that keep their fingerprint because contributing parts were too large to be stored, or because ' +
      'the rules take too many steps',
  }),
  issues_before: Type.Integer({ description: 'Distinct fingerprints of the examined events' }),
  issues_after: Type.Integer({ description: 'Distinct fingerprints under the new rules' }),
  unchanged: Type.Integer({ description: 'Fingerprints that would cover the same events as before' }),
  renamed: Type.Integer({
    description: 'Fingerprints that would change but still cover the same events',
  }),
  splits: Type.Array(Closed({ ...issue, into: Type.Array(IssueSide, { description: listed }) }), {
    description: `Fingerprints whose events would be split. ${listed}`,
  }),
  merges: Type.Array(Closed({ ...issue, from: Type.Array(IssueSide, { description: listed }) }), {
    description: `Fingerprints that would combine events of several. ${listed}`,
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
  summary: "Preview the effect of grouping rules on a project's issues",
  description:
    "Regroups stored events with these rules without changing anything. Omitted rules default to the project's.",
  params: Closed({
    project_id: Type.String({ minLength: 1, maxLength: 64, description: 'Project id or DSN number' }),
  }),
  body: Closed({
    fingerprint_rules: Type.Optional(GroupingSettings.properties.fingerprint_rules),
    in_app_rules: Type.Optional(GroupingSettings.properties.in_app_rules),
    version: GroupingSettings.properties.version,
    days: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 30, default: 7, description: 'Number of days to look back' }),
    ),
    events_max: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: limits.query.dryRunEventsMax,
        default: limits.query.dryRunEventsDefault,
        description: 'Maximum number of events to examine, newest first',
      }),
    ),
  }),
  status: 200,
  response: GroupingDryRun,
})
