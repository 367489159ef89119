import { limits } from '@signalbox/contracts'
import { readEventId } from '@signalbox/contracts'
import {
  cleanText,
  normalizeTags,
  parseProtocolTimestamp,
  resolveClockDrift,
  scalarText,
  shiftTimestamp,
} from '../protocol/index.js'
import type { EventInput } from '../event-input.js'
import type { JsonObject, NormalEvent, NormalException, NormalStacktrace } from '../normal-event.js'
import { readBreadcrumbs } from './breadcrumbs.js'
import { addClientContexts } from './client-contexts.js'
import { Changes, type Place } from './changes.js'
import { readContexts, readTraceIds } from './contexts.js'
import { readExceptions } from './exception.js'
import { readExtra, readModules } from './extra.js'
import { readFrame } from './frame.js'
import { Fields, isPresent } from './fields.js'
import { readLevel } from './level.js'
import { readLogentry } from './logentry.js'
import { readValues } from './read-field.js'
import { readEnvironment, readRelease } from './release.js'
import { readRequest, remoteAddressOf } from './request.js'
import { readSdk } from './sdk.js'
import { rememberedStacks } from './stack-memory.js'
import { readStacktrace, type StackSource } from './stacktrace.js'
import { readThreads } from './threads.js'
import { readUser } from './user.js'

const { loggerLengthMax, transactionLengthMax, serverNameLengthMax, distLengthMax } = limits.event
const debugMetaLimits = { sizeMax: 65_536, depthMax: 6 }
const errorsLimits = { sizeMax: 8_192, depthMax: 5 }

/**
 * Normalizes an event payload; a field of the wrong type counts as absent.
 * @param memory stacks read before; does not affect the result.
 */
export function normalizeEvent(sent: JsonObject, input: EventInput, memory = rememberedStacks): NormalEvent {
  const changes = new Changes()
  const payload = new Fields(renameAliases(sent), changes.top)
  const platform = payload.text('platform', 64).trim() || 'other'
  const origin = readOrigin(payload, platform, input)
  const contexts = readContexts(payload.fields('contexts'))
  return {
    eventId: input.headerEventId ?? readEventId(payload.get('event_id')) ?? input.fallbackEventId,
    platform,
    level: readLevel(payload, 'error'),
    ...readNames(payload),
    ...readTimes(payload, input),
    ...readLabels(payload),
    ...readCause(payload, { platform, memory }),
    ...origin,
    contexts: addClientContexts(contexts, { platform, request: origin.request, userAgent: input.userAgent }),
    ...readTraceIds(contexts),
    extra: readExtra(payload.fields('extra')),
    modules: readModules(payload.fields('modules')),
    fingerprint: readFingerprint(payload.get('fingerprint'), payload.at('fingerprint')),
    debugMeta: payload.get('debug_meta') === undefined ? undefined : payload.object('debug_meta', debugMetaLimits),
    errors: readErrors(payload),
    // Last: everything above may add to it.
    changes: changes.list,
  }
}

/** Field names of old SDKs and their current names. */
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

function readNames(payload: Fields) {
  return {
    logger: payload.text('logger', loggerLengthMax).trim(),
    transaction: payload.text('transaction', transactionLengthMax).trim(),
    culprit: payload.text('culprit', transactionLengthMax).trim(),
    serverName: payload.scalar('server_name', serverNameLengthMax).trim(),
    release: readLabel(payload, 'release', readRelease),
    dist: payload.scalar('dist', distLengthMax).trim(),
    checksum: payload.text('checksum', 128).trim(),
  }
}

function readLabel(payload: Fields, name: 'release' | 'environment', read: (value: unknown) => string): string {
  const label = read(payload.get(name))
  if (label === '' && payload.scalar(name, Number.POSITIVE_INFINITY).trim() !== '') payload.at(name).note('invalid')
  return label
}

/** All times of an event are corrected by the same amount. */
function readTimes(payload: Fields, { receivedAt, sentAt, ageDaysMax }: EventInput) {
  const sent = payload.get('timestamp')
  const timestamp = parseProtocolTimestamp(sent)
  if (timestamp === undefined && sent !== undefined) payload.at('timestamp').note('invalid')
  const shiftMs = timestamp === undefined ? 0 : resolveClockDrift({ timestamp, receivedAt, sentAt, ageDaysMax })
  if (shiftMs !== 0) payload.at('timestamp').note('shifted')
  return {
    timestamp: shiftTimestamp(timestamp ?? receivedAt, shiftMs),
    breadcrumbs: readBreadcrumbs(payload.get('breadcrumbs'), payload.at('breadcrumbs'), shiftMs),
  }
}

/** The `environment` tag replaces an absent environment; `site` of old SDKs is a tag. */
function readLabels(payload: Fields) {
  const tags = readTags(payload)
  const environment = readLabel(payload, 'environment', readEnvironment)
  if (environment !== '' || !Object.hasOwn(tags, 'environment')) {
    return { tags, environment }
  }
  const { environment: tagged, ...others } = tags
  return { tags: others, environment: readEnvironment(tagged) }
}

function readTags(payload: Fields): Record<string, string> {
  const sent = payload.get('tags')
  const place = payload.at('tags')
  if (isPresent(sent) && typeof sent !== 'object') place.note('wrong_type')
  const tags = normalizeTags(sent, (key) => {
    place.at(key).note('left_out')
  })
  const site = normalizeTags([['site', payload.get('site') ?? {}]])['site']
  if (site !== undefined) tags['site'] ??= site
  return tags
}

/** A stack next to a single exception belongs to that exception. */
function readCause(payload: Fields, source: StackSource) {
  const exceptions = readExceptions(payload.get('exception'), payload.at('exception'), source)
  const stacktrace = readStacktrace(payload.fields('stacktrace'), source)
  const isMoved = moveStack(exceptions, stacktrace)
  const template = payload.fields('template')
  return {
    exceptions,
    stacktrace: isMoved ? undefined : stacktrace,
    threads: readThreads(payload.get('threads'), payload.at('threads'), source),
    logentry: readMessage(payload, 'logentry') ?? readMessage(payload, 'message'),
    template: template === undefined ? undefined : readFrame(template, { platform: source.platform, isDetailed: true }),
  }
}

/** Some SDKs send `false` for no message. */
function readMessage(payload: Fields, name: 'logentry' | 'message') {
  const sent = payload.get(name)
  return sent === undefined || sent === false ? undefined : readLogentry(sent, payload.at(name))
}

function moveStack(exceptions: NormalException[], stacktrace: NormalStacktrace | undefined): boolean {
  const [only] = exceptions
  if (exceptions.length !== 1 || only === undefined || only.stacktrace !== undefined) return false
  only.stacktrace = stacktrace
  return true
}

function readOrigin(payload: Fields, platform: string, input: EventInput) {
  const sdk = readSdk({ payload: payload.get('sdk'), envelope: input.sdk, userAgent: input.userAgent })
  const request = readRequest(payload.fields('request'))
  const user = readUser({
    user: payload.fields('user'),
    platform,
    inferIp: sdk.inferIp,
    requestIp: remoteAddressOf(request),
    clientIp: input.clientIp,
  })
  return { sdk, request, user }
}

/** Parts are not truncated: two long ones may differ only at their ends. */
function readFingerprint(value: unknown, place: Place): string[] {
  const sent = readValues(value)
  const parts = sent.map((part) => scalarText(part)).filter((part) => part !== undefined)
  if (parts.length < sent.length || (isPresent(value) && typeof value !== 'object')) place.note('wrong_type')
  return parts.map((part) => cleanText(part, part.length))
}

function readErrors(payload: Fields): unknown[] {
  const errors = payload.bag('errors', errorsLimits)
  return Array.isArray(errors) ? errors : []
}
