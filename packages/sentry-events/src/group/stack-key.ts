import type { NormalStacktrace } from '../normal-event.js'

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

/**
 * Answers that were found before: what applications send repeats itself, stacks above all. Only for pure functions whose
 * answers nobody changes. The memory is emptied when it is full, which costs less than to know what was used last.
 * @param entriesMax how many answers are kept.
 * @param keyLengthMax characters; what has a longer key is found anew.
 */
function remember<T>(entriesMax: number, keyLengthMax = 1_000): (key: string, find: () => T) => T {
  const answers = new Map<string, { value: T }>()
  return (key, find) => {
    const known = answers.get(key)
    if (known !== undefined) return known.value
    const value = find()
    if (key.length > keyLengthMax) return value
    if (answers.size >= entriesMax) answers.clear()
    answers.set(key, { value })
    return value
  }
}
