import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { fileName, isDropped } from './frame.js'
import { isSurelyLibrary } from './own-frames/is-library.js'
import { readPlace } from './places/read-place.js'
import { nativePlatforms } from '../platforms.js'

/** Where package managers put what an application is made of, and extensions of browsers. */
const packageFolder =
  /\/(?:node_modules|site-packages|dist-packages|vendor|gems|pkg\/mod|bower_components)\/|^[a-z-]{3,30}-extension:/
/** Packages that watch an application: which frames they add changes with every version. */
const watcher =
  /(?:^|[/@.\\])(?:sentry|raven|opentelemetry|dd-trace|newrelic|require-in-the-middle|import-in-the-middle)/i
const foldered = new Set(['javascript', 'node', 'python', 'ruby', 'php', 'go'])
const dotnetRunTime = /^(?:System|Sentry|Microsoft)\./

/** What tells errors with one text apart that have no frame of the application: the code of a thrown object, or a package. */
export function originComponents(
  { mechanism, stacktrace }: NormalException,
  event: NormalEvent,
  isOwn: boolean,
): Component[] {
  if (mechanism?.synthetic === true) return codeOf(event)
  return isOwn ? [] : packageComponents(stacktrace, event.platform)
}

/** As that; SDKs do not call every object that was thrown so, and of native code without names its binary is known. */
export function originOrBinary(exception: NormalException, event: NormalEvent, isOwn: boolean): Component[] {
  const code = codeOf(event)
  if (code.length > 0) return code
  const origin = originComponents(exception, event, isOwn)
  return origin.length > 0 || isOwn || !nativePlatforms.has(event.platform) ? origin : binaryOf(exception)
}

const folder = /^[^]*[/\\!]/
const version = /(?<=\.(?:so|dylib))\.[\d.]{1,30}$/

/** The newest that does not come with the system, if any. */
function binaryOf({ stacktrace }: NormalException): Component[] {
  const frames = stacktrace?.frames.filter((one) => one.package !== '') ?? []
  const frame = frames.findLast((one) => !isSurelyLibrary(one, 'native')) ?? frames.at(-1)
  if (frame === undefined) return []
  return [{ name: 'package', value: frame.package.replace(folder, '').replace(version, '').toLowerCase() }]
}

/** The `code` of a thrown object that is not an error. */
function codeOf({ extra }: NormalEvent): Component[] {
  const thrown = extra['__serialized__']
  const code = typeof thrown === 'object' && thrown !== null && 'code' in thrown ? thrown.code : undefined
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? [{ name: 'code', value: code }] : []
}

/**
 * The newest frame of an installed package, for an error without a frame of the application: neither of the run time,
 * nor of what reports errors.
 */
function packageComponents(stacktrace: NormalStacktrace | undefined, eventPlatform: string): Component[] {
  const frame = stacktrace?.frames.findLast((one) => isOfPackage(one, one.platform || eventPlatform))
  const platform = frame?.platform || eventPlatform
  const place = frame && readPlace(frame, platform)
  if (frame === undefined || place === undefined || place.function === '') return []
  const origin = place.module || fileName(frame.filename, platform)
  return [{ name: 'package-frame', value: `${origin}\0${place.function}` }]
}

function isOfPackage(frame: NormalFrame, platform: string): boolean {
  const { absPath, filename, module } = frame
  const path = (absPath || filename).replaceAll('\\', '/')
  if (watcher.test(path) || watcher.test(module) || isDropped(frame, platform)) return false
  if (foldered.has(platform)) return packageFolder.test(`/${path}`) || packageFolder.test(path)
  return !isSurelyLibrary(frame, platform) && !dotnetRunTime.test(module)
}
