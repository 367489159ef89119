import type { StackFrame } from './stack-frame.js'

const scriptPlatforms = new Set(['javascript', 'node'])
const nativePaths = new Set(['native', '[native code]'])
/** File paths and bundler URLs; any other name in Node is one of its internals. */
const nodeFile = /^(?:(?:app|webpack|[a-zA-Z]):|\/)/
const asyncPrefix = 'async '

/** Returns the path of a frame's file. Old SDKs prefix it with `async `. */
export function framePath({ absPath }: Pick<StackFrame, 'absPath'>): string {
  return absPath.startsWith(asyncPrefix) ? absPath.slice(asyncPrefix.length) : absPath
}

/** Whether a frame is in the engine's or Node's own code, which never belongs to the application. */
export function isEngineFrame(frame: StackFrame, eventPlatform: string): boolean {
  const platform = frame.platform || eventPlatform
  const path = framePath(frame)
  if (path === '' || !scriptPlatforms.has(platform)) return false
  return nativePaths.has(path) || (platform === 'node' && (frame.lineno ?? 0) > 0 && !nodeFile.test(path))
}

/** Whether a frame is a script frame with a position in a file that could have been uploaded. */
export function isResolvable(frame: StackFrame, eventPlatform: string): boolean {
  const isScript = scriptPlatforms.has(frame.platform || eventPlatform)
  const hasPlace = framePath(frame) !== '' && (frame.lineno ?? 0) > 0
  return isScript && hasPlace && !isEngineFrame(frame, eventPlatform)
}
