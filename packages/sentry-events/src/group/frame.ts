import type { NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'
import { cleanFunctionName, cleanModuleName } from './function-name.js'
import { isNoise } from '../normalize/in-app.js'
import { scriptPlatforms } from '../platforms.js'

const contextLengthMax = 120
const contextPlatforms = new Set(['javascript', 'node', 'python', 'php', 'ruby'])
const runtimePaths = new Set(['<anonymous>', '[native code]', 'native', 'native code', '<asynchronous suspension>'])
/** V8's location of a promise in an async stack. */
const promiseIndex = /^index \d{1,9}$/
/** Locations that differ between hosts. */
export const urlOrigin = /^(?:https?|blob):/i
const whiteSpace = /\s+/g

/** Hashes that bundlers put into file names, different in every build. */
const hexHash = /[.-](?=[0-9a-f]{0,63}[a-f])(?=[0-9a-f]{0,63}\d)[0-9a-f]{6,64}(?=[.-]|$)/i
const mixedHash = /[.-](?=[\w-]{0,7}\d)(?=[\w-]{0,7}[A-Z])(?=[\w-]{0,7}[a-z])[\w-]{8}(?=\.)/

/** The platform and rule verdict of a frame. */
export interface FrameContext {
  /** Platform of the event, for frames that do not name theirs. */
  platform: string
  /** Whether a project rule includes or excludes the frame; undefined if none applies. */
  isCounted?: boolean | undefined
}

/**
 * What a frame contributes: module or file, function and, for languages whose SDKs send it, the source line. Line and
 * column numbers move with every edit and never contribute.
 * @returns an empty list if nothing is known about the frame, undefined if it is always excluded.
 */
export function frameComponents(frame: NormalFrame, context: FrameContext): Component[] | undefined {
  const platform = frame.platform || context.platform
  const isLeftOut = context.isCounted === undefined ? isDropped(frame, platform) : !context.isCounted
  if (isLeftOut) {
    return undefined
  }
  const name = cleanFunctionName(frame.function, platform)
  const parts: Component[] = []
  addText(parts, originOf(frame, platform))
  addText(parts, { name: 'function', value: name })
  addText(parts, { name: 'context-line', value: contextOf(frame, platform, name !== '') })
  return parts
}

function addText(parts: Component[], text: { name: string; value: string }): void {
  if (text.value !== '') parts.push(text)
}

/** True if a frame is runtime-generated and always excluded. */
export function isDropped(frame: NormalFrame, platform: string): boolean {
  if (runtimePaths.has(frame.absPath) || runtimePaths.has(frame.filename)) return true
  if (!scriptPlatforms.has(platform)) return false
  return frame.function === 'eval' || promiseIndex.test(frame.filename) || isNoise(frame, platform)
}

function originOf({ module, filename, absPath }: NormalFrame, platform: string): { name: string; value: string } {
  if (module !== '') {
    return { name: 'module', value: cleanModuleName(module, platform) }
  }
  return { name: 'filename', value: urlOrigin.test(absPath) ? '' : fileName(filename, platform) }
}

/** The last part of a path in lower case, without the build-specific parts a bundler adds. */
export function fileName(path: string, platform: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const own = scriptPlatforms.has(platform) ? base.replace(hexHash, '').replace(mixedHash, '') : base
  return own.toLowerCase()
}

/**
 * The source line with its white space collapsed. Long lines come from minified code, and a browser's line without a
 * function is often the entire page: neither contributes.
 */
export function contextOf({ contextLine, absPath }: NormalFrame, platform: string, hasFunction: boolean): string {
  if (contextLine.length > contextLengthMax || !contextPlatforms.has(platform)) return ''
  if (scriptPlatforms.has(platform) && urlOrigin.test(absPath) && !hasFunction) return ''
  return contextLine.trim().replace(whiteSpace, ' ')
}
