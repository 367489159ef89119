import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { fileName, isDropped } from './frame.js'
import { isSurelyLibrary } from './own-frames/is-library.js'
import { readPlace } from './places/read-place.js'
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
 * Like `originComponents`, but also covers thrown objects that SDKs do not mark as such, and native code without
 * symbols, of which the binary is known.
 */
export function originOrBinary(exception: NormalException, event: NormalEvent, isOwn: boolean): Component[] {
  const code = codeOf(event)
  if (code.length > 0) return code
  const origin = originComponents(exception, event, isOwn)
  return origin.length > 0 || isOwn || !nativePlatforms.has(event.platform) ? origin : binaryOf(exception)
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
