import type { StackFrame } from './stack-frame.js'

const scriptPlatforms = new Set(['javascript', 'node'])
const nativePaths = new Set(['native', '[native code]'])
/** Paths of files and URLs that bundlers make; what else Node names is of its own. */
const nodeFile = /^(?:(?:app|webpack|[a-zA-Z]):|\/)/
const asyncPrefix = 'async '

/** The path of a frame's file; old SDKs put `async` before it. */
export function framePath({ absPath }: Pick<StackFrame, 'absPath'>): string {
  return absPath.startsWith(asyncPrefix) ? absPath.slice(asyncPrefix.length) : absPath
}

/** Whether a frame is code of the engine or of Node, which is never the application's own. */
export function isEngineFrame(frame: StackFrame, eventPlatform: string): boolean {
  const platform = frame.platform || eventPlatform
  const path = framePath(frame)
  if (path === '' || !scriptPlatforms.has(platform)) return false
  return nativePaths.has(path) || (platform === 'node' && (frame.lineno ?? 0) > 0 && !nodeFile.test(path))
}

/** Whether a frame is of a script and names a place in a file that somebody may have uploaded. */
export function isResolvable(frame: StackFrame, eventPlatform: string): boolean {
  const isScript = scriptPlatforms.has(frame.platform || eventPlatform)
  const hasPlace = framePath(frame) !== '' && (frame.lineno ?? 0) > 0
  return isScript && hasPlace && !isEngineFrame(frame, eventPlatform)
}
