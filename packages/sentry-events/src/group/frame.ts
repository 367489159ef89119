import type { NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'
import { cleanFunctionName, cleanModuleName } from './function-name.js'
import { isNoise } from '../normalize/in-app.js'
import { scriptPlatforms } from '../platforms.js'

const contextLengthMax = 120
const contextPlatforms = new Set(['javascript', 'node', 'python', 'php', 'ruby'])
const runtimePaths = new Set(['<anonymous>', '[native code]', 'native', 'native code', '<asynchronous suspension>'])
/** How V8 names the place of a promise among those that are waited for. */
const promiseIndex = /^index \d{1,9}$/
/** Places that differ from one host to the next. */
export const urlOrigin = /^(?:https?|blob):/i
const whiteSpace = /\s+/g

/** What bundlers put into file names so that every build has others. */
const hexHash = /[.-](?=[0-9a-f]{0,63}[a-f])(?=[0-9a-f]{0,63}\d)[0-9a-f]{6,64}(?=[.-]|$)/i
const mixedHash = /[.-](?=[\w-]{0,7}\d)(?=[\w-]{0,7}[A-Z])(?=[\w-]{0,7}[a-z])[\w-]{8}(?=\.)/

/** Whose the frame is and what a rule says of it. */
export interface FrameContext {
  /** Of the event, for frames that do not name theirs. */
  platform: string
  /** Whether a rule of the project lets the frame count; undefined when none says. */
  isCounted?: boolean | undefined
}

/**
 * What a frame says about the issue: module or file, function, and for languages whose SDKs send it the source line.
 * Line and column numbers move with every edit and never count.
 * @returns an empty list when the frame says nothing, undefined when it is left out whatever it says.
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

/** Whether a frame is of the run time's making and left out, whatever it says. */
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

/** The last part of a path in lower case, without what a bundler adds to it in every build. */
export function fileName(path: string, platform: string): string {
  const base = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const own = scriptPlatforms.has(platform) ? base.replace(hexHash, '').replace(mixedHash, '') : base
  return own.toLowerCase()
}

/**
 * The source line with its white space folded. Long lines come from minified code, and a browser's line without a function
 * is often the whole page: both say nothing.
 */
export function contextOf({ contextLine, absPath }: NormalFrame, platform: string, hasFunction: boolean): string {
  if (contextLine.length > contextLengthMax || !contextPlatforms.has(platform)) return ''
  if (scriptPlatforms.has(platform) && urlOrigin.test(absPath) && !hasFunction) return ''
  return contextLine.trim().replace(whiteSpace, ' ')
}
