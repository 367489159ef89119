import type { Component } from './component.js'
import { isFromOutside } from './own-fault.js'
import type { OmitLines } from './own-stack.js'

/**
 * Omits the lines of named callers, which only show how the next function is called, and the line that got an answer from
 * outside the program: the failing function and the answer's kind identify the fault, and the way the call is written
 * changes with every new argument.
 */
export const withoutCallLines: OmitLines = (components, exception, { crash, isThrownByOwn }) => {
  const isAnswer = !isThrownByOwn && crash !== undefined && !crash.place.isAnonymous && isFromOutside(exception)
  return (isAnswer ? withoutLines : withoutCallersLines)(components)
}

const withoutLines = rememberByList((frames) => frames.map(withoutLine))
const withoutCallersLines = rememberByList((frames) => [...frames.slice(0, -1).map(withoutLine), ...frames.slice(-1)])

/** A line replaces the name of a function that has none. */
function withoutLine(frame: Component): Component {
  if (!('parts' in frame) || !frame.parts.some(({ name }) => name === 'function')) return frame
  return { ...frame, parts: frame.parts.filter(({ name }) => name !== 'context-line') }
}

/** Changes the frames of stacks. A remembered stack yields the same list again, so its hash is found as well. */
function rememberByList(
  change: (frames: readonly Component[]) => readonly Component[],
): (components: readonly Component[]) => readonly Component[] {
  const known = new WeakMap<readonly Component[], readonly Component[]>()
  return (components) => {
    const changed =
      known.get(components) ?? components.map((one) => ('parts' in one ? { ...one, parts: change(one.parts) } : one))
    known.set(components, changed)
    return changed
  }
}
