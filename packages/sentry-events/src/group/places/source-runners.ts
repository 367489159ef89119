import type { NormalFrame } from '../../normal-event.js'
import { cleanFunctionName } from '../function-name.js'
import { findRunners } from '../trim-frames.js'
import { findGoRunners } from './go-place.js'
import { findRustClosures } from './rust-place.js'
import { awaitedNames, awaitsChosen, awaitsOwnClosure } from './script-source.js'
import { nativePlatforms } from '../../platforms.js'

/**
 * Like `findRunners`, plus frames whose source line shows that they only ran other code: they passed on all of their
 * arguments, let an error through, or awaited a closure. The crashed frame is never one of them.
 */
export function findRunnersBySource(frames: readonly NormalFrame[], platform: string): ReadonlySet<number> {
  if (platform === 'ruby') return findRubyRunners(frames)
  if (platform === 'go') return findGoRunners(frames)
  if (nativePlatforms.has(platform)) return findRustClosures(frames)
  const runners = findRunners(platform === 'node' ? frames.map(withoutNumber) : frames, platform)
  const own = [...frames.keys()].filter((index) => frames[index]?.inApp === true && !runners.has(index))
  const passed = findPassing(frames, own, platform)
  const waiting = platform === 'node' ? findWaiting(frames, own) : []
  return passed.length + waiting.length === 0 ? runners : new Set([...runners, ...passed, ...waiting])
}

function findPassing(frames: readonly NormalFrame[], own: readonly number[], platform: string): readonly number[] {
  const passing = passes.get(platform)
  const newest = own.at(-1)
  const called = newest === undefined ? [] : frames.slice(newest + 1)
  // The newest one counts unless an installed package raised the error.
  const isRaisedAbove = called.some(({ inApp }) => !inApp)
  return (isRaisedAbove ? own : own.slice(0, -1)).filter(
    (index) => passing?.test(frames[index]?.contextLine ?? '') === true,
  )
}

/** Ruby methods implemented in C appear with their caller's line; newer versions implement some of them in Ruby. */
function findRubyRunners(frames: readonly NormalFrame[]): ReadonlySet<number> {
  const runners = new Set<number>()
  for (const [index, { function: name, absPath, filename, contextLine }] of frames.entries()) {
    if (frames[index]?.inApp !== true) continue
    const caller = frames.slice(0, index).findLast(({ inApp }) => inApp)
    if (caller === undefined || contextLine === '' || name.startsWith('block ')) continue
    const isSameLine = caller.contextLine === contextLine && caller.absPath === absPath && caller.filename === filename
    if (isSameLine && !isDefined(name, contextLine) && !caller.function.endsWith(name)) runners.add(index)
  }
  const own = [...frames.keys()].filter((index) => frames[index]?.inApp === true && !runners.has(index))
  return new Set([...runners, ...findPassing(frames, own, 'ruby')])
}

function isDefined(name: string, line: string): boolean {
  return name === '' || line.includes(`def ${name}`) || line.includes(`def self.${name}`)
}

/** esbuild numbers its helpers for async functions if the program uses their names. */
const numbered = /^(?:step|fulfilled|rejected|__async(?:Generator)?)\d{1,3}$/

function withoutNumber(frame: NormalFrame): NormalFrame {
  const { function: name } = frame
  return numbered.test(name) ? { ...frame, function: name.replace(/\d+$/, '') } : frame
}

/**
 * Decorators and other wrappers call the wrapped function with all of their arguments; methods that call their
 * superclass's do not count. In Python, a `yield` that calls nothing belongs to a context manager, which an error
 * passes through.
 */
const passes = new Map([
  [
    'python',
    /^(?![^]*\bsuper\()[^]*\((?:\*\w{1,60}, ?\*\*\w{1,60}|(?:\w{1,60}, ?){0,3}\*(?:args|arguments|params)|\*\*(?:kwargs|options|params))\)|^\s*(?:\w{1,100} = )?yield(?: [\w.]{1,200})?\s*$/,
  ],
  ['node', /^(?![^]*\bsuper\b)[^]*(?:[\w$\])]\(\.\.\.\w{1,60}\)|\.apply\(this, arguments\))/],
  ['javascript', /^(?![^]*\bsuper\b)[^]*(?:[\w$\])]\(\.\.\.\w{1,60}\)|\.apply\(this, arguments\))/],
  ['ruby', /\((?:\.\.\.|\*\w{1,60}(?:, ?\*\*\w{1,60})?(?:, ?&\w{1,60})?)\)/],
  // Also middleware, which passes a request on.
  ['php', /^(?![^]*\bparent::)[^]*\(\.\.\.\$\w{1,60}\)|\$next\(\$\w{1,60}\)/],
])

/**
 * Frames that awaited a closure whose frames follow, plus those that awaited a library through a closure they were
 * given.
 */
function findWaiting(frames: readonly NormalFrame[], own: readonly number[]): readonly number[] {
  const last = findLastWaiting(frames, own)
  const given = findAwaitingParameter(frames, own.slice(last + 1))
  if (last === -1) return given
  const author = findAuthor(frames, own, last)
  const closures = author === undefined ? [] : own.slice(last + 1, -1).filter((index) => isUnnamed(frames[index]))
  return [...own.slice(0, last + 1).filter((index) => index !== author), ...closures, ...given]
}

/**
 * The function in which a closure was written that called another function: it stands for the closure, whether or not
 * the function that it was passed to, such as one that opens a transaction, is listed.
 */
function findAuthor(frames: readonly NormalFrame[], own: readonly number[], last: number): number | undefined {
  const [runner = -1, passer = -1] = [own[last], own[last - 1]]
  if (own.slice(last + 1).every((index) => isUnnamed(frames[index]))) return undefined
  const candidates = isAwaiting(frames[passer], frames[runner]) ? [runner, passer] : [runner]
  return candidates.find((index) => {
    const frame = frames[index]
    return frame !== undefined && !isUnnamed(frame) && awaitsOwnClosure(frame)
  })
}

function isAwaiting(frame: NormalFrame | undefined, called: NormalFrame | undefined): boolean {
  return called !== undefined && awaitedNames(frame)?.includes(cleanFunctionName(called.function, 'node')) === true
}

function isUnnamed(frame: NormalFrame | undefined): boolean {
  return frame === undefined || cleanFunctionName(frame.function, 'node') === ''
}

/**
 * Position in `own` of the newest frame that awaited a closure; -1 if there is none. A frame that awaits a call is
 * listed below the callee, but whatever ran in between has returned: if the next frame is not the called function, the
 * frame only ran a closure, and so did the frames that await it.
 */
function findLastWaiting(frames: readonly NormalFrame[], own: readonly number[]): number {
  return own.findLastIndex((index, at) => {
    const next = frames[own[at + 1] ?? -1]
    return next !== undefined && isWaitingForOther(frames[index], [next])
  })
}

/** The newest in-app frame if it only ran a closure, and the entry point that called it. */
function findAwaitingParameter(frames: readonly NormalFrame[], own: readonly number[]): readonly number[] {
  const newest = own.at(-1)
  const frame = frames[newest ?? -1]
  if (newest === undefined || frame === undefined || !isWaitingForOther(frame, frames.slice(newest + 1))) return []
  if (awaitsChosen(frame)) return own
  if (awaitedNames(frame)?.some((name) => isLocalVariable(name, frame)) !== true) return []
  return own.slice(own.findLastIndex((index) => index !== newest && !isBeginning(frames[index])) + 1)
}

function isWaitingForOther(frame: NormalFrame | undefined, called: readonly NormalFrame[]): boolean {
  const names = called.length === 0 ? undefined : awaitedNames(frame)
  return names !== undefined && !called.some((one) => names.includes(cleanFunctionName(one.function, 'node')))
}

function isBeginning(frame: NormalFrame | undefined): boolean {
  return frame === undefined || frame.function === 'main' || frame.function === 'Object.<anonymous>'
}

const variables = /\(([^()]{1,300})\)\s*(?:=>|\{)|\b(?:const|let) [[{]([^[\]{}]{1,300})[\]}] of\b/g

/** True if the name is a parameter or a loop variable, judged by the lines up to the frame's own. */
function isLocalVariable(name: string, { preContext, contextLine }: NormalFrame): boolean {
  const lists = [...preContext, contextLine].flatMap((line) => [...line.matchAll(variables)])
  return lists.some(([, parameters = '', parts = '']) => `${parameters},${parts}`.split(/[\s,={}[\]]+/).includes(name))
}
