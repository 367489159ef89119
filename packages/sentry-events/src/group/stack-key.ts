import type { NormalStacktrace } from '../normal-event.js'
import { remember } from './remember.js'

const stacksMax = 512
const keyLengthMax = 16_384
/** Beyond this column code is minified: the side of it that a frame is on is all that counts of columns. */
export const minifiedColumn = 250

const keys = new WeakMap<NormalStacktrace, string>()

/** All that grouping looks at in a stack, as one text: stacks with equal keys say the same. */
export function stackKey(stacktrace: NormalStacktrace, platform: string): string {
  const known = keys.get(stacktrace)
  if (known !== undefined) return known
  let key = platform
  for (const frame of stacktrace.frames) {
    const { function: name, module, filename, absPath, contextLine, package: binary } = frame
    key += `${frame.inApp ? '\n' : '\r'}${name}\0${module}\0${contextLine}\0${absPath}`
    if (filename !== absPath) key += `\0f${filename}`
    if (binary !== '') key += `\0p${binary}`
    if (frame.platform !== '') key += `\0o${frame.platform}`
    if ((frame.colno ?? 0) > minifiedColumn) key += '\0m'
  }
  keys.set(stacktrace, key)
  return key
}

/** A memory of what was read from stacks. */
export function rememberStacks<T>(): (key: string, find: () => T) => T {
  return remember<T>(stacksMax, keyLengthMax)
}
