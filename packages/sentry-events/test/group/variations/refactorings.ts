import type { Frame } from '../pairs/pair.js'
import { varyExceptions, varyStacks, type Vary } from './stacks.js'

/* How a program is written: its lines, and who catches and wraps an error on the way up. */

/** Platforms on which source lines contribute. */
const lined = new Set(['python', 'ruby', 'php'])

/** True if the line counts: it is of code without a name, raises an error itself, or passes on what it was given. */
function isClosureOrRaising(name: string, line: string): boolean {
  if (!/^[A-Za-z]/.test(name) || /^block |\{closure/.test(name)) return true
  return line === '' || /\b(?:raise|throw|assert|fail|abort|def|yield)\b|\*\w|\.\.\.|\$next/.test(line)
}

/** Platforms whose wrappers neither repeat the text of the cause nor are transparent. */
const wrappedInPart = new Set(['python', 'ruby', 'php', 'node', 'csharp', 'native', 'rust'])

/** True if the application raised the error, or if it is one of Rust's, whose stack is sent once. */
const isRaisedByOwn = ({ stacktrace }: { stacktrace?: { frames: Frame[] } }) =>
  stacktrace === undefined ||
  stacktrace.frames.at(-1)?.in_app === true ||
  /\.rs$/.test(stacktrace.frames.at(-1)?.filename ?? '')

/** One more function up the stack caught the error and raised one of its own. Rust sends the stack with the outermost error. */
const wrapChain = varyExceptions((exceptions) => {
  const [last] = exceptions.slice(-1)
  const isGroup = exceptions.some(({ mechanism }) => mechanism?.is_exception_group === true)
  if (exceptions.length < 2 || isGroup || last?.type === undefined || last.stacktrace === undefined) return undefined
  const { stacktrace, ...rest } = last
  if (!exceptions.slice(-2).every(isRaisedByOwn)) return undefined
  const isSentOnce = exceptions.slice(0, -1).every((one) => one.stacktrace === undefined)
  const frames = stacktrace.frames.slice(0, 1)
  const wrapper = { ...last, value: 'the nightly work failed', stacktrace: isSentOnce ? stacktrace : { frames } }
  return [...exceptions.slice(0, -1), isSentOnce ? rest : last, wrapper]
})

/** By what differs. */
export const refactorings: Readonly<Record<string, Vary>> = {
  'a rewritten line in a named function': varyStacks((frames, platform) => {
    if (!lined.has(platform)) return undefined
    const lines = frames.map(({ frame }) => frame.context_line)
    // Frames that share a line are one call, or a closure within it.
    const isShared = (line: string) => lines.filter((one) => one === line).length > 1
    return frames.map(({ frame, isOwn }) => {
      const { context_line: line = '', function: name = '' } = frame
      if (!isOwn || isClosureOrRaising(name, line) || isShared(line)) return frame
      return { ...frame, context_line: `    settled = checked(${line.trim()})` }
    })
  }),
  'another wrapper around a wrapped error': (payload) =>
    wrappedInPart.has(String(payload['platform'])) ? wrapChain(payload) : undefined,
}
