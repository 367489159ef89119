import type { NormalException } from '../normal-event.js'
import type { Component } from './component.js'
import type { PlacedFrame } from './own-frame.js'

const types = /^(?:(?:java\.lang\.|System\.)?StackOverflow(?:Error|Exception)|RecursionError|SystemStackError)$/
const texts =
  /^(?:Maximum call stack size exceeded|too much recursion|maximum recursion depth exceeded|stack level too deep)/

/** True if the program ran out of stack. */
export function isEndlessRecursion({ type, value }: NormalException): boolean {
  return types.test(type) || texts.test(value)
}

/**
 * The mutually recursive functions in a canonical order. Which of them was called first, overflowed, or was called last
 * is chance, and SDKs truncate such stacks.
 * @param said text of each in-app frame, in stack order.
 */
export function cycleOf(frames: readonly PlacedFrame[], said: readonly string[]): readonly Component[] {
  const times = new Map<string, number>()
  for (const one of said) times.set(one, (times.get(one) ?? 0) + 1)
  const most = Math.max(0, ...times.values())
  const parts = new Map<string, Component>()
  for (const [index, { component }] of frames.entries()) {
    const text = said[index] ?? ''
    // The last round may be incomplete.
    if (most > 2 && (times.get(text) ?? 0) >= most - 1) parts.set(text, component)
  }
  const sorted = [...parts.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component)
  return sorted.length === 0 ? [] : [{ name: 'stacktrace', parts: sorted }]
}
