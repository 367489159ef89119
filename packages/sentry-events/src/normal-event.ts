import type { EventLevel, EventUser } from '@signalbox/contracts'

/**
 * A normalized event. Absent texts and lists are empty, other absent values are undefined. All texts are well-formed
 * Unicode within `limits.event`.
 */
export interface NormalEvent {
  /** 32 lower-case hex digits. */
  eventId: string
  /** Unix milliseconds with a fraction, after clock correction. */
  timestamp: number
  level: EventLevel
  platform: string
  logger: string
  transaction: string
  /** Location as reported by old SDKs. */
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
  /** Oldest first, the main exception last. */
  exceptions: NormalException[]
  threads: NormalThread[]
  /** Stack of a message. */
  stacktrace: NormalStacktrace | undefined
  /** Like that of an exception. */
  rawStacktrace?: NormalStacktrace
  template: NormalFrame | undefined
  logentry: NormalLogentry | undefined
  /** As set by the application; empty means the built-in grouping. Never truncated. */
  fingerprint: string[]
  /** Hash sent by old SDKs; empty if absent. */
  checksum: string
  /** 32 lower-case hex digits; empty if the event belongs to no trace. */
  traceId: string
  /** 16 lower-case hex digits; empty if unknown. */
  spanId: string
  debugMeta: JsonObject | undefined
  /** Errors that the SDK reported. */
  errors: unknown[]
  /** Changes to the event as sent, in processing order; bounded, with `more` as the last entry at the bound. */
  changes: EventChange[]
}

/**
 * Why a part of an event differs from what was sent:
 * - `wrong_type`, `invalid`: a value of the wrong type or an invalid one counts as absent
 * - `cut`: a text or free-form data exceeded its limit
 * - `left_out`: entries beyond a limit, or meaningless ones, are missing
 * - `flattened`: data nested too deep became a JSON text
 * - `shifted`: all times were corrected because the SDK's clock was off
 * - `filtered`: a secret or personal data was removed
 * - `more`: there were further changes, which are not listed
 */
export type ChangeReason = 'wrong_type' | 'invalid' | 'cut' | 'left_out' | 'flattened' | 'shifted' | 'filtered' | 'more'

export interface EventChange {
  /** Path in the protocol's field names, separated by dots: `exception.0.stacktrace.frames.3.vars.token`. */
  path: string
  reason: ChangeReason
  /** The scrubbing rule that applied. */
  rule?: string
}

export type JsonObject = Record<string, unknown>

export interface NormalSdk {
  name: string
  version: string
  integrations: string[]
  packages: { name: string; version: string }[]
  /** Whether the SDK wants the sender's address to be used as the user's; empty if not stated. */
  inferIp: 'auto' | 'never' | ''
}

export interface NormalUser {
  /** Fields available to queries. */
  fields: EventUser
  geo: JsonObject | undefined
  /** Custom fields of the application. */
  data: JsonObject
}

export interface NormalRequest {
  /** Without query and fragment. */
  url: string
  method: string
  query: [name: string, value: string][]
  fragment: string
  /** Names with capitals after dashes; values of repeated names are joined with commas. */
  headers: Record<string, string>
  cookies: [name: string, value: string][]
  data: unknown
  inferredContentType: string
  env: JsonObject
}

export interface NormalBreadcrumb {
  /** Unix milliseconds with a fraction; undefined if the SDK sent none. */
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
  /** As sent, if frames were resolved with source maps. */
  rawStacktrace?: NormalStacktrace
  mechanism: NormalMechanism | undefined
}

export interface NormalMechanism {
  type: string
  handled: boolean | undefined
  /** True if the SDK created the exception to carry a stack or a value. */
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
  /** A path; if it was part of a URL, the URL is in `absPath`. */
  filename: string
  absPath: string
  lineno: number | undefined
  colno: number | undefined
  preContext: string[]
  contextLine: string
  postContext: string[]
  /** In-app status, after the rules on libraries. */
  inApp: boolean
  /** `inApp` before a project rule changed it. */
  inAppBeforeRules?: boolean
  vars: unknown
  /** Empty means the event's platform. */
  platform: string
  /** Addresses and other data of native frames, as sent. */
  native: JsonObject
}

export interface NormalThread {
  id: string
  name: string
  crashed: boolean
  current: boolean
  /** True for the UI thread. */
  main: boolean
  /** State in the runtime's words. */
  state: string
  stacktrace: NormalStacktrace | undefined
  /** Like that of an exception. */
  rawStacktrace?: NormalStacktrace
}

export interface NormalLogentry {
  /** With placeholders; empty if the SDK sent only the formatted text. */
  template: string
  formatted: string
  /** A list or an object; undefined if absent. */
  params: unknown
}
