import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { fileName, isDropped } from './frame.js'
import { isSurelyLibrary } from './own-frames/is-library.js'
import type { Place } from './places/place.js'
import { readPlace } from './places/read-place.js'
import { storeWithoutConnection } from './store-outage.js'
import { isParseFailure } from './texts/parse-failures.js'
import { nativePlatforms } from '../platforms.js'

/** Folders of package managers and browser extensions. */
const packageFolder =
  /\/(?:node_modules|site-packages|dist-packages|vendor|gems|pkg\/mod|bower_components)\/|^[a-z-]{3,30}-extension:/
/** Packages that monitor an application: the frames they add change with every version. */
const watcher =
  /(?:^|[/@.\\])(?:sentry|raven|opentelemetry|dd-trace|newrelic|require-in-the-middle|import-in-the-middle)/i
const foldered = new Set(['javascript', 'node', 'python', 'ruby', 'php', 'go'])
const dotnetRunTime = /^(?:System|Sentry|Microsoft)\./

/** Distinguishes errors with the same text and no in-app frame: by the code of a thrown object, or by a package. */
export function originComponents(
  { mechanism, stacktrace }: NormalException,
  event: NormalEvent,
  isOwn: boolean,
): Component[] {
  if (mechanism?.synthetic === true) return codeOf(event)
  return isOwn ? [] : packageComponents(stacktrace, event.platform)
}

/**
 * Like `originComponents`, but also by the binary for native code without symbols. A thrown object is identified by its
 * keys, which its text names. Which of a parser's functions rejected a text depends on the text.
 */
export function originOrBinary(exception: NormalException, event: NormalEvent, isOwn: boolean): Component[] {
  const store = storeWithoutConnection(exception)
  if (store !== '') return [{ name: 'package', value: store }]
  if (isOwn) return []
  const describe = isParseFailure(exception.value) ? packageOf : functionOf
  const isThrownObject = exception.mechanism?.synthetic === true
  const origin = isThrownObject ? [] : packageComponents(exception.stacktrace, event.platform, describe)
  return origin.length > 0 || !nativePlatforms.has(event.platform) ? origin : binaryOf(exception)
}

const folder = /^[^]*[/\\!]/
const version = /(?<=\.(?:so|dylib))\.[\d.]{1,30}$/

/** The newest binary that is not part of the system, if any. */
function binaryOf({ stacktrace }: NormalException): Component[] {
  const frames = stacktrace?.frames.filter((one) => one.package !== '') ?? []
  const frame = frames.findLast((one) => !isSurelyLibrary(one, 'native')) ?? frames.at(-1)
  if (frame === undefined) return []
  return [{ name: 'package', value: frame.package.replace(folder, '').replace(version, '').toLowerCase() }]
}

/** The `code` of a thrown non-error object. */
function codeOf({ extra }: NormalEvent): Component[] {
  const thrown = extra['__serialized__']
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [{ name: 'code', value: code }] : []
}

/**
 * The newest installed-package frame, for an error without in-app frames; excludes the runtime and error-reporting
 * code.
 */
function packageComponents(
  stacktrace: NormalStacktrace | undefined,
  eventPlatform: string,
  describe: Describe = functionOf,
): Component[] {
  const frame = stacktrace?.frames.findLast((one) => isOfPackage(one, one.platform || eventPlatform))
  const platform = frame?.platform || eventPlatform
  const place = frame && readPlace(frame, platform)
  if (frame === undefined || place === undefined || place.function === '') return []
  return [describe(frame, place, platform)]
}

type Describe = (frame: NormalFrame, place: Place, platform: string) => Component

const functionOf: Describe = (frame, place, platform) => {
  const origin = place.module || fileName(frame.filename, platform)
  return { name: 'package-frame', value: `${origin}\0${place.function}` }
}

/** The first folder below a package manager's: two if the first is a scope or a vendor. */
const installed =
  /^[^]*\/(?:(?:node_modules|bower_components)\/((?:@[^/]+\/)?[^/]+)|(?:site|dist)-packages\/([\w-]+)|vendor\/([^/]+\/[^/]+)|gems\/([^/]+?)(?:-\d[\w.]*)?)(?=[/.]|$)/
/** The part of a module's name that its packages share: `org.apache.kafka`, `github.com/lib/pq`. */
const namespace = /^(?:[\w-]+\.[\w.-]+\/[^/]+\/[^/]+|[\w-]+\.[\w-]+\.[\w-]+)/

const packageOf: Describe = (frame, place, platform) => {
  const path = `/${(frame.absPath || frame.filename).replaceAll('\\', '/')}`
  const folderName = installed.exec(path)?.slice(1).find(Boolean)
  const name = folderName ?? namespace.exec(place.module)?.[0]
  return name === undefined ? functionOf(frame, place, platform) : { name: 'package', value: name }
}

function isOfPackage(frame: NormalFrame, platform: string): boolean {
  const { absPath, filename, module } = frame
  const path = (absPath || filename).replaceAll('\\', '/')
  if (watcher.test(path) || watcher.test(module) || isDropped(frame, platform)) return false
  if (foldered.has(platform)) return packageFolder.test(`/${path}`) || packageFolder.test(path)
  return !isSurelyLibrary(frame, platform) && !dotnetRunTime.test(module)
}
