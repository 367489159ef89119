import type { NormalFrame, NormalStacktrace } from '../normal-event.js'
import { keepWithStack } from '../normalize/stack-memory.js'
import { remember } from '../remember.js'

const stacksMax = 512
const keyLengthMax = 16_384
/** Beyond this column code is minified: the side of it that a frame is on is all that counts of columns. */
export const minifiedColumn = 250

/** All that grouping looks at in a stack, as one text: stacks with equal keys say the same. */
function stackKey(stacktrace: NormalStacktrace, platform: string, keyOf?: FrameKey): string {
  let key = platform
  for (const frame of stacktrace.frames) {
    const { function: name, module, filename, absPath, contextLine, package: binary } = frame
    key += `${frame.inApp ? '\n' : '\r'}${name}\0${module}\0${contextLine}\0${absPath}`
    if (filename !== absPath) key += `\0f${filename}`
    if (binary !== '') key += `\0p${binary}`
    if (frame.platform !== '') key += `\0o${frame.platform}`
    if ((frame.colno ?? 0) > minifiedColumn) key += '\0m'
    if (keyOf !== undefined) key += keyOf(frame, platform)
  }
  return key
}

type FrameKey = (frame: NormalFrame, platform: string) => string

/**
 * Makes a function of stacks that remembers what it read, of the very stack and of others that say the same. As
 * `keepWithStack`.
 * @param keyOf what else it looks at in a frame.
 */
export function rememberStacks<T extends object>(
  read: (stack: NormalStacktrace, platform: string) => T,
  keyOf?: FrameKey,
): (stack: NormalStacktrace, platform: string) => T {
  const answers = remember<T>(stacksMax, keyLengthMax)
  return keepWithStack((stack, platform) => answers(stackKey(stack, platform, keyOf), () => read(stack, platform)))
}
