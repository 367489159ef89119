import type { NormalFrame, NormalStacktrace } from '../normal-event.js'
import { keepWithStack } from '../normalize/stack-memory.js'
import { remember } from '../remember.js'

const stacksMax = 512
const keyLengthMax = 16_384
/** Code beyond this column is minified: of the column, only which side of it a frame is on contributes. */
export const minifiedColumn = 250

/** Everything that grouping reads from a stack, as text: stacks with equal keys contribute the same. */
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
 * Memoizes a function of stacks, both by identity and by equal content. See `keepWithStack`.
 * @param keyOf other frame properties that the function reads.
 */
export function rememberStacks<T extends object>(
  read: (stack: NormalStacktrace, platform: string) => T,
  keyOf?: FrameKey,
): (stack: NormalStacktrace, platform: string) => T {
  const answers = remember<T>(stacksMax, keyLengthMax)
  return keepWithStack((stack, platform) => answers(stackKey(stack, platform, keyOf), () => read(stack, platform)))
}
