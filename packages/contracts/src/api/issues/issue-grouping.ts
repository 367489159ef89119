import { Type, type Static } from 'typebox'
import { limits } from '../../limits.js'
import { GroupingSettings } from '../../projects/project-settings.js'
import { Closed, NullableOf, Timestamp } from '../../schema.js'
import { defineRoute } from '../http/route.js'

/** One frame of the stack that an event is about. */
const GroupedFrame = Closed({
  function: Type.String({ description: 'Empty when unknown' }),
  place: Type.String({ description: 'Module, else file name; empty when unknown' }),
  why: NullableOf(
    Type.String({
      description:
        'Why it does not count: `not in app`, `noise`, `caller`, `recursion`, `empty` or `rule`; null when it counts',
    }),
  ),
  line: NullableOf(Type.Integer({ description: 'Line of the in-app rule that applied, from 1' })),
})

/** Why events of one fingerprint are one. */
export const FingerprintGrouping = Closed({
  fingerprint: Type.String({ description: '32 hex digits' }),
  events: Type.Integer({ description: 'Events that are kept, those that samples stand for included' }),
  first_seen: NullableOf({ ...Timestamp, description: 'First event that is kept; null when none is' }),
  last_seen: NullableOf({ ...Timestamp, description: 'Last event' }),
  sample_event_id: NullableOf(Type.String({ description: 'Newest event, which the fields below are about' })),
  grouping_version: NullableOf(Type.String({ examples: ['signalbox:1'] })),
  by: NullableOf(
    Type.String({
      description:
        'What decided: `fingerprint` (of the SDK), `checksum`, `rule` (of the project), or the part of the event',
      examples: ['app'],
    }),
  ),
  rule: NullableOf(
    Closed(
      { line: Type.Integer({ description: 'From 1' }), text: Type.String() },
      {
        description: "The project's rule when it decided",
      },
    ),
  ),
  rules_skipped: Type.Boolean({
    description: "Whether the project's rules were left out, because they would have taken too long for its events",
  }),
  components: Type.Array(Type.Unknown(), {
    description: 'What counted, as nested lists `[name, value]` and `[name, [parts]]`; `"..."` stands for what was cut',
  }),
  frames: Type.Array(GroupedFrame, { description: 'Oldest call first; empty when the event has no stack' }),
  older_frames: Type.Integer({ description: 'Older frames that are not listed' }),
})
export type FingerprintGrouping = Static<typeof FingerprintGrouping>

export const readIssueGrouping = defineRoute({
  id: 'readIssueGrouping',
  tag: 'Issues',
  method: 'get',
  path: '/api/v1/issues/{issue_id}/grouping/',
  scope: 'telemetry:read',
  rateLimit: 'query',
  summary: 'Why the events of an issue were grouped together',
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
  summary: 'Preview what grouping rules would do to the issues of a project',
  description:
    'Groups stored events by these rules and changes nothing. Rules that are left out default to those of the project.',
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
        description: 'Maximum number of events to examine, newest first',
      }),
    ),
  }),
  status: 200,
  response: GroupingDryRun,
})
