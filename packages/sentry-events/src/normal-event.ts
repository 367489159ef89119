import type { EventLevel, EventUser } from '@signalbox/contracts'

/**
 * One event after normalisation. Absent texts are empty, absent lists are empty, other absent values are undefined.
 * All texts are well-formed Unicode within `limits.event`.
 */
export interface NormalEvent {
  /** 32 lower-case hex digits. */
  eventId: string
  /** Unix milliseconds with fraction, after the clock rules. */
  timestamp: number
  level: EventLevel
  platform: string
  logger: string
  transaction: string
  /** Where it happened as old SDKs say it. */
  culprit: string
  serverName: string
  release: string
  dist: string
  environment: string
  sdk: NormalSdk
  tags: Record<string, string>
  user: NormalUser | undefined
  request: NormalRequest | undefined
  /** By name; each is an object. */
  contexts: Record<string, JsonObject>
  /** Oldest first. */
  breadcrumbs: NormalBreadcrumb[]
  extra: JsonObject
  modules: Record<string, string>
  /** Oldest first, the main one last. */
  exceptions: NormalException[]
  threads: NormalThread[]
  /** Stack of a message. */
  stacktrace: NormalStacktrace | undefined
  /** As that of an exception. */
  rawStacktrace?: NormalStacktrace
  template: NormalFrame | undefined
  logentry: NormalLogentry | undefined
  /** As the application set it; empty = by the service's own rules. Never cut. */
  fingerprint: string[]
  /** Hash of old SDKs; empty when absent. */
  checksum: string
  /** 32 lower-case hex digits, empty when the event belongs to no trace. */
  traceId: string
  /** 16 lower-case hex digits, empty when unknown. */
  spanId: string
  debugMeta: JsonObject | undefined
  /** Faults that the SDK reported. */
  errors: unknown[]
  /** What was changed of what the SDK sent, in the order of the steps; bounded, the last one is `more` at the bound. */
  changes: EventChange[]
}

/**
 * Why a part of an event is not as it was sent:
 * - `wrong_type`, `invalid`: a value of another type, or one that the field may not have, counts as absent
 * - `cut`: a text or a bag of data was longer than its limit
 * - `left_out`: entries beyond a limit, or ones that mean nothing, are missing
 * - `flattened`: what was nested too deep became a text of JSON
 * - `shifted`: all times were corrected, because the SDK's clock was off
 * - `filtered`: a secret or personal data was removed
 * - `more`: there were further changes, which are not listed
 */
export type ChangeReason = 'wrong_type' | 'invalid' | 'cut' | 'left_out' | 'flattened' | 'shifted' | 'filtered' | 'more'

export interface EventChange {
  /** Where, in the names of the protocol with dots between: `exception.0.stacktrace.frames.3.vars.token`. */
  path: string
  reason: ChangeReason
  /** Which rule of scrubbing asked for it. */
  rule?: string
}

export type JsonObject = Record<string, unknown>

export interface NormalSdk {
  name: string
  version: string
  integrations: string[]
  packages: { name: string; version: string }[]
  /** Whether the SDK wants the user's address to be that of the sender; empty when it does not say. */
  inferIp: 'auto' | 'never' | ''
}

export interface NormalUser {
  /** The fields that queries answer. */
  fields: EventUser
  geo: JsonObject | undefined
  /** Fields of the application's own. */
  data: JsonObject
}

export interface NormalRequest {
  /** Without query and fragment. */
  url: string
  method: string
  query: [name: string, value: string][]
  fragment: string
  /** Names with capitals after dashes; values of repeated names joined by a comma. */
  headers: Record<string, string>
  cookies: [name: string, value: string][]
  data: unknown
  inferredContentType: string
  env: JsonObject
}

export interface NormalBreadcrumb {
  /** Unix milliseconds with fraction; undefined when the SDK sent none. */
  timestamp: number | undefined
  type: string
  category: string
  level: EventLevel
  message: string
  data: JsonObject
}

export interface NormalException {
  type: string
  value: string
  module: string
  threadId: string
  stacktrace: NormalStacktrace | undefined
  /** As it was sent, where frames were resolved by source maps. */
  rawStacktrace?: NormalStacktrace
  mechanism: NormalMechanism | undefined
}

export interface NormalMechanism {
  type: string
  handled: boolean | undefined
  /** True when the SDK made the exception up to carry a stack or a value. */
  synthetic: boolean
  source: string
  exceptionId: number | undefined
  parentId: number | undefined
  isExceptionGroup: boolean
  description: string
  helpLink: string
  data: JsonObject
  meta: JsonObject
}

export interface NormalStacktrace {
  /** Oldest call first, the crash site last. */
  frames: NormalFrame[]
}

export interface NormalFrame {
  function: string
  rawFunction: string
  module: string
  package: string
  /** A path; the URL it was part of is in `absPath`. */
  filename: string
  absPath: string
  lineno: number | undefined
  colno: number | undefined
  preContext: string[]
  contextLine: string
  postContext: string[]
  /** Application code, after the rules on libraries. */
  inApp: boolean
  /** What `inApp` was before a rule of the project changed it. */
  inAppBeforeRules?: boolean
  vars: unknown
  /** Empty = that of the event. */
  platform: string
  /** Addresses and the like of native frames, as sent. */
  native: JsonObject
}

export interface NormalThread {
  id: string
  name: string
  crashed: boolean
  current: boolean
  /** The one that runs the user interface. */
  main: boolean
  /** What it was doing, in the words of the runtime. */
  state: string
  stacktrace: NormalStacktrace | undefined
  /** As that of an exception. */
  rawStacktrace?: NormalStacktrace
}

export interface NormalLogentry {
  /** With placeholders; empty when the SDK sent the text only. */
  template: string
  formatted: string
  /** A list or an object; undefined when absent. */
  params: unknown
}
