import type { NormalFrame } from '../../normal-event.js'
import { cleanFunctionName } from '../function-name.js'
import { findRunners } from '../trim-frames.js'
import { awaitedNames } from './script-source.js'

/**
 * Besides those of `findRunners`, the frames that only ran others by what their source lines say: whoever handed on all
 * arguments that it was given, let an error pass, or waited for a closure. What crashed is none of them.
 */
export function findRunnersBySource(frames: readonly NormalFrame[], platform: string): ReadonlySet<number> {
  const runners = findRunners(platform === 'node' ? frames.map(withoutNumber) : frames, platform)
  const own = [...frames.keys()].filter((index) => frames[index]?.inApp === true && !runners.has(index))
  const passing = passes.get(platform)
  const passed = own.slice(0, -1).filter((index) => passing?.test(frames[index]?.contextLine ?? '') === true)
  const waiting = platform === 'node' ? own.slice(0, findLastWaiting(frames, own) + 1) : []
  return passed.length + waiting.length === 0 ? runners : new Set([...runners, ...passed, ...waiting])
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

/**
 * The newest of those that waited for a closure, by its place in `own`; -1 when there is none. Whoever awaits a call is listed
 * below what it called, but what ran in between has returned: where another function follows than the one that it called,
 * it only ran a closure, and so did those that wait for it.
 */
function findLastWaiting(frames: readonly NormalFrame[], own: readonly number[]): number {
  return own.findLastIndex((index, at) => {
    const next = frames[own[at + 1] ?? -1]
    return (
      next !== undefined && awaitedNames(frames[index])?.includes(cleanFunctionName(next.function, 'node')) === false
    )
  })
}
