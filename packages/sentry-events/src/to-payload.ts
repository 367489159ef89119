import { limits } from '@signalbox/contracts'
import type {
  JsonObject,
  NormalBreadcrumb,
  NormalEvent,
  NormalException,
  NormalFrame,
  NormalMechanism,
  NormalRequest,
  NormalThread,
  NormalUser,
} from './normal-event.js'
import { keepWithStack } from './normalize/stack-memory.js'
import { inAppBeforeRules } from './undo-in-app-rules.js'

/** Dropped from an event that is too large in total, least useful first. */
const expendable = [
  'modules',
  'debug_meta',
  'extra',
  'threads',
  'breadcrumbs',
  'contexts',
  'request',
  'user',
  'tags',
  'fingerprint',
  'exception',
  'stacktrace',
  'raw_stacktrace',
] as const

/**
 * Serializes a normalized event as JSON with the protocol's field names, without absent fields. Stays within
 * `limits.event.payloadBytesMax`: dropped parts are named in `left_out`.
 */
export function toPayload(event: NormalEvent): string {
  const fields = toWire(event)
  const left: string[] = []
  let json = writeFields(fields)
  for (const name of expendable) {
    if (fits(json)) break
    if (fields[name] === undefined) continue
    left.push(name)
    json = writeFields({ ...fields, ...Object.fromEntries(left.map((key) => [key, undefined])), left_out: left })
  }
  return json
}

/** A part of the payload that is serialized already. */
class WrittenJson {
  constructor(readonly json: string) {}
}

/** The JSON of an object, some of whose fields are serialized already; consecutive others are serialized together. */
function writeFields(fields: JsonObject): string {
  const pieces: string[] = []
  let plain: JsonObject | undefined
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value === undefined) continue
    if (value instanceof WrittenJson) {
      if (plain !== undefined) pieces.push(writePlain(plain))
      plain = undefined
      pieces.push(`"${name}":${value.json}`)
    } else {
      plain ??= {}
      plain[name] = value
    }
  }
  if (plain !== undefined) pieces.push(writePlain(plain))
  return `{${pieces.join(',')}}`
}

/** The fields without braces. */
function writePlain(fields: JsonObject): string {
  return JSON.stringify(fields).slice(1, -1)
}

function writeList<T>(values: readonly T[], toFields: (value: T) => JsonObject): WrittenJson | undefined {
  if (values.length === 0) return undefined
  return new WrittenJson(`[${values.map((value) => writeFields(toFields(value))).join(',')}]`)
}

/** A UTF-16 code unit takes at most three bytes, so short texts need no counting. */
function fits(json: string): boolean {
  const { payloadBytesMax } = limits.event
  return json.length * 3 <= payloadBytesMax || Buffer.byteLength(json) <= payloadBytesMax
}

function toWire(event: NormalEvent): JsonObject {
  return {
    event_id: event.eventId,
    timestamp: event.timestamp / 1_000,
    platform: event.platform,
    level: event.level,
    logger: text(event.logger),
    transaction: text(event.transaction),
    culprit: text(event.culprit),
    server_name: text(event.serverName),
    release: text(event.release),
    dist: text(event.dist),
    environment: text(event.environment),
    sdk: toWireSdk(event),
    logentry: event.logentry && { ...event.logentry, template: undefined, message: text(event.logentry.template) },
    exception: writeList(event.exceptions, toWireException),
    stacktrace: event.stacktrace && writeStack(event.stacktrace),
    raw_stacktrace: event.rawStacktrace && writeStack(event.rawStacktrace),
    threads: writeList(event.threads, toWireThread),
    template: event.template && toWireFrame(event.template),
    user: event.user && toWireUser(event.user),
    tags: bag(toWireTags(event.tags)),
    request: event.request && toWireRequest(event.request),
    contexts: bag(event.contexts),
    breadcrumbs: list(event.breadcrumbs.map(toWireBreadcrumb)),
    extra: bag(event.extra),
    fingerprint: list(event.fingerprint),
    checksum: text(event.checksum),
    modules: bag(event.modules),
    debug_meta: event.debugMeta,
    errors: list(event.errors),
    changes: list(event.changes),
  }
}

function text(value: string): string | undefined {
  return value === '' ? undefined : value
}

function list<T>(values: T[]): T[] | undefined {
  return values.length === 0 ? undefined : values
}

function bag<T extends object>(fields: T): T | undefined {
  for (const _ in fields) return fields
  return undefined
}

/** In the protocol an empty tag is null; the empty text is not valid. */
function toWireTags(tags: Record<string, string>): Record<string, string | null> {
  if (!Object.values(tags).includes('')) return tags
  return Object.fromEntries(Object.entries(tags).map(([key, value]) => [key, value === '' ? null : value]))
}

function toWireSdk({ sdk }: NormalEvent): JsonObject | undefined {
  if (sdk.name === '' && sdk.inferIp === '' && sdk.integrations.length + sdk.packages.length === 0) return undefined
  return {
    name: text(sdk.name),
    version: text(sdk.version),
    integrations: list(sdk.integrations),
    packages: list(sdk.packages),
    settings: sdk.inferIp === '' ? undefined : { infer_ip: sdk.inferIp },
  }
}

function toWireException(exception: NormalException): JsonObject {
  return {
    type: text(exception.type),
    value: text(exception.value),
    module: text(exception.module),
    thread_id: text(exception.threadId),
    mechanism: exception.mechanism && toWireMechanism(exception.mechanism),
    stacktrace: exception.stacktrace && writeStack(exception.stacktrace),
    raw_stacktrace: exception.rawStacktrace && writeStack(exception.rawStacktrace),
  }
}

function toWireMechanism(mechanism: NormalMechanism): JsonObject {
  return {
    type: mechanism.type,
    handled: mechanism.handled,
    synthetic: mechanism.synthetic || undefined,
    source: text(mechanism.source),
    exception_id: mechanism.exceptionId,
    parent_id: mechanism.parentId,
    is_exception_group: mechanism.isExceptionGroup || undefined,
    description: text(mechanism.description),
    help_link: text(mechanism.helpLink),
    data: bag(mechanism.data),
    meta: bag(mechanism.meta),
  }
}

const writeStack = keepWithStack(({ frames }) => new WrittenJson(JSON.stringify({ frames: frames.map(toWireFrame) })))

function toWireFrame(frame: NormalFrame): JsonObject {
  return {
    function: text(frame.function),
    raw_function: text(frame.rawFunction),
    module: text(frame.module),
    package: text(frame.package),
    filename: text(frame.filename),
    abs_path: frame.absPath === frame.filename ? undefined : text(frame.absPath),
    lineno: frame.lineno,
    colno: frame.colno,
    pre_context: list(frame.preContext),
    context_line: text(frame.contextLine),
    post_context: list(frame.postContext),
    in_app: frame.inApp,
    [inAppBeforeRules]: frame.inAppBeforeRules,
    vars: frame.vars,
    platform: text(frame.platform),
    ...frame.native,
  }
}

function toWireThread({
  id,
  name,
  crashed,
  current,
  main,
  state,
  stacktrace,
  rawStacktrace,
}: NormalThread): JsonObject {
  return {
    id: text(id),
    name: text(name),
    crashed,
    current,
    main: main || undefined,
    state: text(state),
    stacktrace: stacktrace && writeStack(stacktrace),
    raw_stacktrace: rawStacktrace && writeStack(rawStacktrace),
  }
}

function toWireUser({ fields, geo, data }: NormalUser): JsonObject {
  return { ...fields, geo, data: bag(data) }
}

function toWireRequest(request: NormalRequest): JsonObject {
  return {
    url: text(request.url),
    method: text(request.method),
    query_string: list(request.query),
    fragment: text(request.fragment),
    headers: bag(request.headers),
    cookies: list(request.cookies),
    data: request.data,
    inferred_content_type: text(request.inferredContentType),
    env: bag(request.env),
  }
}

function toWireBreadcrumb(crumb: NormalBreadcrumb): JsonObject {
  return {
    timestamp: crumb.timestamp === undefined ? undefined : crumb.timestamp / 1_000,
    type: crumb.type,
    category: text(crumb.category),
    level: crumb.level,
    message: text(crumb.message),
    data: bag(crumb.data),
  }
}
