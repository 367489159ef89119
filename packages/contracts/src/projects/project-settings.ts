import { Type, type Static } from 'typebox'
import { limits } from '../limits.js'
import { Closed, OneOf } from '../schema.js'
import { Quota } from './quota.js'

const patternsMax = 200
const rulesLengthMax = 32_768

const Patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: patternsMax, default: [], description })

/** What is removed from telemetry before it is stored. */
export const ScrubbingSettings = Closed({
  enabled: Type.Boolean({
    default: true,
    description: 'Whether to replace secrets and personal data with `[Filtered]`',
  }),
  use_defaults: Type.Boolean({
    default: true,
    description: 'Whether to apply the built-in field names and the patterns for cards, keys and credentials',
  }),
  messages: Type.Optional(
    Type.Boolean({
      default: true,
      description: 'Whether to also replace secrets in exception values, messages, titles and log bodies',
    }),
  ),
  store_ip_addresses: Type.Boolean({ default: true, description: "Whether to keep users' IP addresses" }),
  sensitive_fields: Patterns('Additional parts of field names, case-insensitive, whose values are removed'),
  safe_fields: Patterns('Field names, case-insensitive, whose values are always kept'),
})
export type ScrubbingSettings = Static<typeof ScrubbingSettings>

/** Events to drop and count instead of storing. */
export const FilterSettings = Closed({
  browser_extensions: Type.Boolean({ default: false, description: 'Errors caused by browser extensions' }),
  localhost: Type.Boolean({ default: false, description: 'Events from pages on localhost' }),
  legacy_browsers: Type.Boolean({ default: false, description: 'Events from browsers that are no longer maintained' }),
  web_crawlers: Type.Boolean({ default: false, description: 'Events from crawlers' }),
  releases: Patterns('Releases; `*` matches any text'),
  error_messages: Patterns('Messages, or `Type: value` of exceptions; `*` matches any text'),
  origins: Patterns(
    'Pages by origin or host, such as `https://old.example.com` or `*.example.net`; `*` matches any text',
  ),
  ip_addresses: Patterns('Sender IP addresses or networks such as `10.0.0.0/8`'),
})
export type FilterSettings = Static<typeof FilterSettings>

/** The team's rules for grouping events into issues. */
export const GroupingSettings = Closed({
  version: Type.Optional(
    OneOf(['signalbox:1', 'signalbox:2', 'signalbox:3'] as const, {
      description: 'Grouping version; the latest if omitted',
    }),
  ),
  fingerprint_rules: Type.String({
    maxLength: rulesLengthMax,
    default: '',
    description: 'One rule per line: `matcher:pattern [matcher:pattern ...] -> part, part`; `#` starts a comment',
  }),
  in_app_rules: Type.String({
    maxLength: rulesLengthMax,
    default: '',
    description: 'One rule per line: `matcher:pattern [...] +app`, `-app`, `+group` or `-group`; `#` starts a comment',
  }),
})
export type GroupingSettings = Static<typeof GroupingSettings>

/** Sampling during floods of one error: some events are stored in full, all are counted exactly. */
export const SpikeSettings = Closed({
  enabled: Type.Boolean({ default: true, description: 'Whether to sample floods of an error' }),
  events_per_minute: Type.Integer({
    minimum: 10,
    maximum: 10_000_000,
    default: 20_000,
    description: 'Events per fingerprint and minute that are stored in full; beyond that, samples represent the rest',
  }),
})
export type SpikeSettings = Static<typeof SpikeSettings>

/** What happens to OpenTelemetry data other than spans, logs and data points. */
export const OpenTelemetrySettings = Closed({
  exceptions_as_errors: Type.Boolean({
    default: false,
    description: 'Whether exceptions recorded in span events and log records also create errors and issues',
  }),
})
export type OpenTelemetrySettings = Static<typeof OpenTelemetrySettings>

/** How one project's telemetry is ingested. Changes apply to telemetry received afterwards. */
export const ProjectSettings = Closed({
  allowed_domains: Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
    maxItems: patternsMax,
    default: ['*'],
    description: 'Browser origins that may send: hosts, `*.example.com`, or `*` for any; empty rejects all browsers',
  }),
  scrubbing: ScrubbingSettings,
  filters: FilterSettings,
  grouping: GroupingSettings,
  spikes: SpikeSettings,
  opentelemetry: Type.Optional(OpenTelemetrySettings),
  quotas: Type.Array(Quota, { maxItems: 50, default: [], description: 'Limits for the entire project' }),
  discarded_fingerprints: Type.Array(Type.String({ pattern: '^[0-9a-f]{32}$' }), {
    maxItems: limits.capacity.discardedFingerprints.max,
    default: [],
    description: 'Fingerprints of discarded issues: their events are dropped and counted',
  }),
})
export type ProjectSettings = Static<typeof ProjectSettings>

/** Settings of a project that nobody has changed. */
export const defaultProjectSettings: ProjectSettings = {
  allowed_domains: ['*'],
  scrubbing: { enabled: true, use_defaults: true, store_ip_addresses: true, sensitive_fields: [], safe_fields: [] },
  filters: {
    browser_extensions: false,
    localhost: false,
    legacy_browsers: false,
    web_crawlers: false,
    releases: [],
    error_messages: [],
    origins: [],
    ip_addresses: [],
  },
  grouping: { fingerprint_rules: '', in_app_rules: '' },
  spikes: { enabled: true, events_per_minute: 20_000 },
  quotas: [],
  discarded_fingerprints: [],
}
