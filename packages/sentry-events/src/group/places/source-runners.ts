import type { NormalFrame } from '../../normal-event.js'
import { cleanFunctionName } from '../function-name.js'
import { findRunners } from '../trim-frames.js'
import { awaitedNames } from './script-source.js'

/**
 * Besides those of `findRunners`, the frames that only ran others by what their source lines say: whoever handed on all
 * arguments that it was given, let an error pass, or waited for a closure. What crashed is none of them.
 */
export function findRunnersBySource(frames: readonly NormalFrame[], platform: string): ReadonlySet<number> {
  if (platform === 'ruby') return findRubyRunners(frames)
  const runners = findRunners(platform === 'node' ? frames.map(withoutNumber) : frames, platform)
  const own = [...frames.keys()].filter((index) => frames[index]?.inApp === true && !runners.has(index))
  const passed = findPassing(frames, own, platform)
  const waiting = platform === 'node' ? findWaiting(frames, own) : []
  return passed.length + waiting.length === 0 ? runners : new Set([...runners, ...passed, ...waiting])
}

function findPassing(frames: readonly NormalFrame[], own: readonly number[], platform: string): readonly number[] {
  const passing = passes.get(platform)
  return own.slice(0, -1).filter((index) => passing?.test(frames[index]?.contextLine ?? '') === true)
}

/** Methods of Ruby that are written in C stand with the line that called them; newer versions write some of them in Ruby. */
function findRubyRunners(frames: readonly NormalFrame[]): ReadonlySet<number> {
  const runners = new Set<number>()
  for (const [index, { function: name, absPath, filename, contextLine }] of frames.entries()) {
    const caller = frames[index - 1]
    if (caller === undefined || contextLine === '' || name.startsWith('block ')) continue
    const isSameLine = caller.contextLine === contextLine && caller.absPath === absPath && caller.filename === filename
    if (isSameLine && caller.inApp && !isDefined(name, contextLine) && !caller.function.endsWith(name))
      runners.add(index)
  }
  const own = [...frames.keys()].filter((index) => frames[index]?.inApp === true && !runners.has(index))
  return new Set([...runners, ...findPassing(frames, own, 'ruby')])
}

function isDefined(name: string, line: string): boolean {
  return name === '' || line.includes(`def ${name}`) || line.includes(`def self.${name}`)
}

/** esbuild numbers what it writes around an async function where the program has something of that name. */
const numbered = /^(?:step|fulfilled|rejected|__async(?:Generator)?)\d{1,3}$/

function withoutNumber(frame: NormalFrame): NormalFrame {
  const { function: name } = frame
  return numbered.test(name) ? { ...frame, function: name.replace(/\d+$/, '') } : frame
}

/**
 * Decorators and other wrappers call what they wrap with all that they were given; methods that call the one of their
 * superclass are none. In Python a `yield` that calls nothing is that of a context manager, which an error passes through.
 */
const passes = new Map([
  ['python', /^(?![^]*\bsuper\()[^]*\(\*\w{1,60}, ?\*\*\w{1,60}\)|^\s*(?:\w{1,100} = )?yield(?: [\w.]{1,200})?\s*$/],
  ['node', /^(?![^]*\bsuper\b)[^]*(?:[\w$\])]\(\.\.\.\w{1,60}\)|\.apply\(this, arguments\))/],
  ['javascript', /^(?![^]*\bsuper\b)[^]*(?:[\w$\])]\(\.\.\.\w{1,60}\)|\.apply\(this, arguments\))/],
  ['ruby', /\((?:\.\.\.|\*\w{1,60}(?:, ?\*\*\w{1,60})?(?:, ?&\w{1,60})?)\)/],
  ['php', /^(?![^]*\bparent::)[^]*\(\.\.\.\$\w{1,60}\)/],
])

/** Besides whoever waited for a closure whose frames follow, whoever waited for a library by a closure that it was given. */
function findWaiting(frames: readonly NormalFrame[], own: readonly number[]): readonly number[] {
  const last = findLastWaiting(frames, own)
  const given = findGivenWaiting(frames, own.slice(last + 1))
  return last === -1 ? given : [...own.slice(0, last + 1), ...given]
}

/**
 * The newest of those that waited for a closure, by its place in `own`; -1 when there is none. Whoever awaits a call is listed
 * below what it called, but what ran in between has returned: where another function follows than the one that it called,
 * it only ran a closure, and so did those that wait for it.
 */
function findLastWaiting(frames: readonly NormalFrame[], own: readonly number[]): number {
  return own.findLastIndex((index, at) => {
    const next = frames[own[at + 1] ?? -1]
    return next !== undefined && isWaitingForOther(frames[index], [next])
  })
}

/** The newest frame of the application where it only ran a closure, and the beginning of the program that called it. */
function findGivenWaiting(frames: readonly NormalFrame[], own: readonly number[]): readonly number[] {
  const newest = own.at(-1)
  const frame = frames[newest ?? -1]
  if (newest === undefined || frame === undefined || !isWaitingForOther(frame, frames.slice(newest + 1))) return []
  if (awaitedNames(frame)?.some((name) => isGiven(name, frame)) !== true) return []
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

/** Whether a name is that of a parameter or of what a loop goes through, as the lines up to that of the frame say. */
function isGiven(name: string, { preContext, contextLine }: NormalFrame): boolean {
  const lists = [...preContext, contextLine].flatMap((line) => [...line.matchAll(variables)])
  return lists.some(([, parameters = '', parts = '']) => `${parameters},${parts}`.split(/[\s,={}[\]]+/).includes(name))
}
