import type {
  JsonObject,
  NormalBreadcrumb,
  NormalEvent,
  NormalException,
  NormalFrame,
  NormalRequest,
  NormalStacktrace,
  NormalThread,
} from '../normal-event.js'
import type { Changes, Place } from '../normalize/changes.js'
import type { BagScrubber } from './bag-scrubber.js'
import { mapFields, mapList } from './map-changed.js'

/** Returns the same part if nothing is removed from it. */
export type PartScrubber<T> = (part: T, place: Place) => T

/**
 * Scrubs the parts of an event that contain application and user data. Where and why it failed stays: file names of
 * frames, debug data, ids, and messages except for their secrets.
 * @param scrubMessage for exception values and messages, from which titles are made.
 */
export function scrubParts(
  event: NormalEvent,
  { bags, scrubMessage }: { bags: BagScrubber; scrubMessage: PartScrubber<string> },
  changes: Changes,
): NormalEvent {
  const frame = createFrameScrubber(bags)
  const stack = createStackScrubber(frame)
  return withChanged(event, {
    request: optional(event.request, changes.at('request'), createRequestScrubber(bags)),
    user: optional(event.user, changes.at('user'), (user, place) =>
      withChanged(user, {
        fields: bags.scrubObject(user.fields, place),
        data: bags.scrubObject(user.data, place.at('data')),
      }),
    ),
    tags: bags.scrubObject(event.tags, changes.at('tags')),
    extra: bags.scrubObject(event.extra, changes.at('extra')),
    contexts: scrubContexts(event.contexts, changes.at('contexts'), bags),
    breadcrumbs: each(event.breadcrumbs, changes.at('breadcrumbs'), createBreadcrumbScrubber(bags)),
    exceptions: each(event.exceptions, changes.at('exception'), createExceptionScrubber({ bags, scrubMessage, stack })),
    threads: each(event.threads, changes.at('threads'), createThreadScrubber(stack)),
    stacktrace: optional(event.stacktrace, changes.at('stacktrace'), stack),
    template: optional(event.template, changes.at('template'), frame),
    logentry: optional(event.logentry, changes.at('logentry'), (logentry, place) =>
      withChanged(logentry, {
        template: scrubMessage(logentry.template, place.at('message')),
        formatted: scrubMessage(logentry.formatted, place.at('formatted')),
        params: bags.scrubField('params', logentry.params, place.at('params')),
      }),
    ),
  })
}

/** A copy with the changed fields; the same object if none changed. */
function withChanged<T extends object>(part: T, fields: Partial<T>): T {
  const names = Object.keys(fields) as (keyof T)[]
  const isChanged = names.some((name) => fields[name] !== part[name])
  return isChanged ? { ...part, ...fields } : part
}

function optional<T>(part: T | undefined, place: Place, scrub: PartScrubber<T>): T | undefined {
  return part === undefined ? undefined : scrub(part, place)
}

function each<T>(parts: T[], place: Place, scrub: PartScrubber<T>): T[] {
  return mapList(parts, (part, index) => scrub(part, place.at(index)))
}

/** Context names are not judged: each context stays an object. */
function scrubContexts(contexts: Record<string, JsonObject>, place: Place, bags: BagScrubber) {
  return mapFields(contexts, (name, context) => bags.scrubObject(context, place.at(name)))
}

function createRequestScrubber(bags: BagScrubber): PartScrubber<NormalRequest> {
  const pairs: PartScrubber<[string, string][]> = (list, place) =>
    each(list, place, (pair, at) => {
      const [name, value] = pair
      const kept = bags.scrubTextField(name, value, at)
      return kept === value ? pair : [name, kept]
    })
  return (request, place) =>
    withChanged(request, {
      url: bags.scrubTextField('url', request.url, place.at('url')),
      query: pairs(request.query, place.at('query_string')),
      fragment: bags.scrubTextField('fragment', request.fragment, place.at('fragment')),
      headers: bags.scrubObject(request.headers, place.at('headers')),
      cookies: pairs(request.cookies, place.at('cookies')),
      data: bags.scrubField('data', request.data, place.at('data')),
      env: bags.scrubObject(request.env, place.at('env')),
    })
}

function createBreadcrumbScrubber(bags: BagScrubber): PartScrubber<NormalBreadcrumb> {
  return (crumb, place) =>
    withChanged(crumb, {
      message: bags.scrubProse(crumb.message, place.at('message')),
      data: bags.scrubObject(crumb.data, place.at('data')),
    })
}

interface ExceptionScrubbers {
  bags: BagScrubber
  scrubMessage: PartScrubber<string>
  stack: PartScrubber<NormalStacktrace>
}

function createExceptionScrubber({ bags, scrubMessage, stack }: ExceptionScrubbers): PartScrubber<NormalException> {
  return (exception, place) =>
    withChanged(exception, {
      value: scrubMessage(exception.value, place.at('value')),
      stacktrace: optional(exception.stacktrace, place.at('stacktrace'), stack),
      mechanism: optional(exception.mechanism, place.at('mechanism'), (mechanism, at) =>
        withChanged(mechanism, { data: bags.scrubObject(mechanism.data, at.at('data')) }),
      ),
    })
}

function createThreadScrubber(stack: PartScrubber<NormalStacktrace>): PartScrubber<NormalThread> {
  return (thread, place) =>
    withChanged(thread, { stacktrace: optional(thread.stacktrace, place.at('stacktrace'), stack) })
}

function createStackScrubber(frame: PartScrubber<NormalFrame>): PartScrubber<NormalStacktrace> {
  return (stack, place) =>
    stack.frames.every(({ vars }) => vars === undefined)
      ? stack
      : withChanged(stack, { frames: each(stack.frames, place.at('frames'), frame) })
}

function createFrameScrubber(bags: BagScrubber): PartScrubber<NormalFrame> {
  return (frame, place) => withChanged(frame, { vars: bags.scrubField('vars', frame.vars, place.at('vars')) })
}
