import type { NormalFrame } from '../normal-event.js'
import type { Component } from './component.js'
import { cleanFunctionName, cleanJvmName } from './function-name.js'
import { isNoise } from './in-app.js'

const contextLengthMax = 120
const contextPlatforms = new Set(['javascript', 'node', 'python', 'php', 'ruby'])
const scriptPlatforms = new Set(['javascript', 'node'])
const runtimePaths = new Set(['<anonymous>', '[native code]', 'native', 'native code'])
const urlOrigin = /^(?:https?|blob):/i
const whiteSpace = /\s+/g

/**
 * What a frame says about the issue: module or file, function, and for languages whose SDKs send it the source line.
 * Line and column numbers move with every edit and never count.
 * @param eventPlatform for frames that do not name theirs.
 * @returns an empty list when the frame says nothing.
 */
export function frameComponents(frame: NormalFrame, eventPlatform: string): Component[] {
  const platform = frame.platform || eventPlatform
  if (isDropped(frame, platform)) {
    return []
  }
  const name = cleanFunctionName(frame.function, platform)
  return [
    ...originOf(frame, platform),
    ...leaf('function', name),
    ...leaf('context-line', contextOf(frame, platform, name !== '')),
  ]
}

function leaf(name: string, value: string): Component[] {
  return value === '' ? [] : [{ name, value }]
}

function isDropped(frame: NormalFrame, platform: string): boolean {
  if (runtimePaths.has(frame.absPath) || runtimePaths.has(frame.filename)) return true
  return isNoise(frame, platform) || (scriptPlatforms.has(platform) && frame.function === 'eval')
}

function originOf({ module, filename, absPath }: NormalFrame, platform: string): Component[] {
  if (module !== '') {
    return leaf('module', platform === 'java' ? cleanJvmName(module) : module)
  }
  if (urlOrigin.test(absPath)) {
    return []
  }
  const base = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1)
  return leaf('filename', base.toLowerCase())
}

/** Long lines come from minified code, and a browser's line without a function is often the whole page. */
function contextOf({ contextLine, absPath }: NormalFrame, platform: string, hasFunction: boolean): string {
  if (contextLine.length > contextLengthMax || !contextPlatforms.has(platform)) return ''
  if (scriptPlatforms.has(platform) && urlOrigin.test(absPath) && !hasFunction) return ''
  return contextLine.trim().replace(whiteSpace, ' ')
}
