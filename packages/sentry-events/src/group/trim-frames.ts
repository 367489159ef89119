import type { NormalFrame } from '../normal-event.js'

/** Where coroutines go on: what lies below ran the loop of events, and is not what called them. */
const coroutineLoop =
  /^kotlinx?\.coroutines\.(?:jvm\.internal\.BaseContinuationImpl|DispatchedTask|EventLoop\w{0,40}|BlockingCoroutine)$/
const jvmPlatforms = new Set(['java', 'kotlin', 'android'])

/** How many of the oldest frames only ran the loop of events that the others were resumed by. */
export function countLoopFrames(frames: readonly NormalFrame[], platform: string): number {
  return jvmPlatforms.has(platform) ? frames.findLastIndex(({ module }) => coroutineLoop.test(module)) + 1 : 0
}

const goClosure = /^(.{1,300})\.func$/

/**
 * Whether the newest of Go's frames is a deferred function, which ran because the ones before it failed: a closure of a
 * function that is further down the stack. Older SDKs send these frames, newer ones do not.
 * @param names of functions, oldest call first.
 */
export function isDeferred(names: readonly string[]): boolean {
  const around = goClosure.exec(names.at(-1) ?? '')?.[1]
  return around !== undefined && names.slice(0, -2).includes(around)
}
