import type { NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { fileName, isDropped } from './frame.js'
import { isSurelyLibrary } from './own-frames/is-library.js'
import { readPlace } from './places/read-place.js'

/** Where package managers put what an application is made of, and extensions of browsers. */
const packageFolder =
  /\/(?:node_modules|site-packages|dist-packages|vendor|gems|pkg\/mod|bower_components)\/|^[a-z-]{3,30}-extension:/
/** Packages that watch an application: which frames they add changes with every version. */
const watcher =
  /(?:^|[/@.\\])(?:sentry|raven|opentelemetry|dd-trace|newrelic|require-in-the-middle|import-in-the-middle)/i
const foldered = new Set(['javascript', 'node', 'python', 'ruby', 'php', 'go'])
const dotnetRunTime = /^(?:System|Sentry|Microsoft)\./

/**
 * The newest frame of an installed package, for an error without a frame of the application: neither of the run time,
 * nor of what reports errors.
 */
export function packageComponents(stacktrace: NormalStacktrace | undefined, eventPlatform: string): Component[] {
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
