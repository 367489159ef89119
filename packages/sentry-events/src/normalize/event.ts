import { limits } from '@signalbox/contracts'
import { readEventId } from '@signalbox/contracts'
import { cleanText, normalizeTags, parseProtocolTimestamp, resolveClockDrift, scalarText } from '../protocol/index.js'
import { isJsonObject } from '../read-json.js'
import type { EventInput } from '../event-input.js'
import type { JsonObject, NormalEvent, NormalException, NormalStacktrace } from '../normal-event.js'
import { readBreadcrumbs } from './breadcrumbs.js'
import { readContexts, readTraceIds } from './contexts.js'
import { readExceptions } from './exception.js'
import { readExtra, readModules } from './extra.js'
import { readFrame } from './frame.js'
import { trimBag, trimObject } from './json-bag.js'
import { readLevel } from './level.js'
import { readLogentry } from './logentry.js'
import { readScalar, readText, readValues } from './read-field.js'
import { readEnvironment, readRelease } from './release.js'
import { readRequest, remoteAddressOf } from './request.js'
import { readSdk } from './sdk.js'
import { readStacktrace } from './stacktrace.js'
import { readThreads } from './threads.js'
import { readUser } from './user.js'

const { loggerLengthMax, transactionLengthMax, serverNameLengthMax, distLengthMax } = limits.event
const debugMetaLimits = { sizeMax: 65_536, depthMax: 6 }
const errorsLimits = { sizeMax: 8_192, depthMax: 5 }

/** Reads an event payload; a field of a wrong type counts as absent. */
export function normalizeEvent(sent: JsonObject, input: EventInput): NormalEvent {
  const payload = renameAliases(sent)
  const platform = readText(payload['platform'], 64).trim() || 'other'
  const contexts = readContexts(payload['contexts'])
  return {
    eventId: input.headerEventId ?? readEventId(payload['event_id']) ?? input.fallbackEventId,
    platform,
    level: readLevel(payload['level'], 'error'),
    ...readNames(payload),
    ...readTimes(payload, input),
    ...readLabels(payload),
    ...readCause(payload, platform),
    ...readOrigin(payload, platform, input),
    contexts,
    ...readTraceIds(contexts),
    extra: readExtra(payload['extra']),
    modules: readModules(payload['modules']),
    fingerprint: readFingerprint(payload['fingerprint']),
    debugMeta: isJsonObject(payload['debug_meta']) ? trimObject(payload['debug_meta'], debugMetaLimits) : undefined,
    errors: readErrors(payload['errors']),
    changes: [],
  }
}

/** Names that old SDKs use, and what they are called now. */
const aliases = [
  ['sentry.interfaces.Exception', 'exception'],
  ['sentry.interfaces.Stacktrace', 'stacktrace'],
  ['sentry.interfaces.User', 'user'],
  ['sentry.interfaces.Http', 'request'],
  ['sentry.interfaces.Breadcrumbs', 'breadcrumbs'],
  ['sentry.interfaces.Contexts', 'contexts'],
  ['sentry.interfaces.Template', 'template'],
  ['sentry.interfaces.Message', 'logentry'],
] as const

function renameAliases(sent: JsonObject): JsonObject {
  const present = aliases.filter(([alias, name]) => isPresent(sent[alias]) && !isPresent(sent[name]))
  return present.length === 0
    ? sent
    : { ...sent, ...Object.fromEntries(present.map(([alias, name]) => [name, sent[alias]])) }
}

function isPresent(value: unknown): boolean {
  return value !== null && value !== undefined
}

function readNames(payload: JsonObject) {
  return {
    logger: readText(payload['logger'], loggerLengthMax).trim(),
    transaction: readText(payload['transaction'], transactionLengthMax).trim(),
    culprit: readText(payload['culprit'], transactionLengthMax).trim(),
    serverName: readScalar(payload['server_name'], serverNameLengthMax).trim(),
    release: readRelease(payload['release']),
    dist: readScalar(payload['dist'], distLengthMax).trim(),
    checksum: readText(payload['checksum'], 128).trim(),
  }
}

/** All times of an event are corrected by the same difference. */
function readTimes(payload: JsonObject, { receivedAt, sentAt }: EventInput) {
  const sentTimestamp = parseProtocolTimestamp(payload['timestamp'])
  const shiftMs = sentTimestamp === undefined ? 0 : resolveClockDrift({ timestamp: sentTimestamp, receivedAt, sentAt })
  return {
    timestamp: (sentTimestamp ?? receivedAt) + shiftMs,
    breadcrumbs: readBreadcrumbs(payload['breadcrumbs'], shiftMs),
  }
}

/** Tag `environment` stands in for an absent environment. */
function readLabels(payload: JsonObject) {
  const tags = normalizeTags(payload['tags'])
  const environment = readEnvironment(payload['environment'])
  if (environment !== '' || !Object.hasOwn(tags, 'environment')) {
    return { tags, environment }
  }
  const { environment: tagged, ...others } = tags
  return { tags: others, environment: readEnvironment(tagged) }
}

/** A stack beside a single exception is that exception's. */
function readCause(payload: JsonObject, platform: string) {
  const exceptions = readExceptions(payload['exception'], platform)
  const stacktrace = readStacktrace(payload['stacktrace'], platform)
  const isMoved = moveStack(exceptions, stacktrace)
  const template = payload['template']
  return {
    exceptions,
    stacktrace: isMoved ? undefined : stacktrace,
    threads: readThreads(payload['threads'], platform),
    logentry: readLogentry(payload['logentry']) ?? readLogentry(payload['message']),
    template: isJsonObject(template) ? readFrame(template, { platform, isDetailed: true }) : undefined,
  }
}

function moveStack(exceptions: NormalException[], stacktrace: NormalStacktrace | undefined): boolean {
  const [only] = exceptions
  if (exceptions.length !== 1 || only === undefined || only.stacktrace !== undefined) return false
  only.stacktrace = stacktrace
  return true
}

function readOrigin(payload: JsonObject, platform: string, input: EventInput) {
  const sdk = payload['sdk']
  const settings = isJsonObject(sdk) ? sdk['settings'] : undefined
  return {
    sdk: readSdk({ payload: sdk, envelope: input.sdk, userAgent: input.userAgent }),
    request: readRequest(payload['request']),
    user: readUser({
      user: payload['user'],
      platform,
      inferIp: isJsonObject(settings) ? (settings['infer_ip'] ?? undefined) : undefined,
      requestIp: remoteAddressOf(payload['request']),
      clientIp: input.clientIp,
    }),
  }
}

/** Parts are not cut: two long ones may differ at their ends only. */
function readFingerprint(value: unknown): string[] {
  return readValues(value)
    .map((part) => scalarText(part))
    .filter((part) => part !== undefined)
    .map((part) => cleanText(part, part.length))
}

function readErrors(value: unknown): unknown[] {
  const errors = trimBag(value, errorsLimits)
  return Array.isArray(errors) ? errors : []
}
