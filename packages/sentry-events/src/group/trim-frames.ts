import type { NormalFrame } from '../normal-event.js'
import { jvmPlatforms, scriptPlatforms } from '../platforms.js'

/** Where coroutines resume: frames below ran the event loop and did not call them. */
const coroutineLoop =
  /^kotlinx?\.coroutines\.(?:jvm\.internal\.BaseContinuationImpl|DispatchedTask|EventLoop\w{0,40}|BlockingCoroutine)$/

/**
 * Wrappers that esbuild and TypeScript put around an async function turned into a generator, and code that resumes it.
 */
const generatorCall = /^Generator\.(?:next|throw|return)$/
const generatorRunner = /^(?:(?:Object\.|Module\.)?(?:step|fulfilled|rejected|<anonymous>|\?))?$/
const generatorWrapper = /^(?:Object\.)?__(?:async(?:Generator)?|awaiter)$/
const unnamed = /^(?:(?:Object\.|Module\.)?(?:<anonymous>|\?))?$/
const promise = 'new Promise'
/** JVM proxy classes: they call a handler that forwards each call. */
const proxyClass = /(?:^|\.)\$Proxy\d{1,6}$/

const none: ReadonlySet<number> = new Set()

/**
 * Indexes of frames that only ran other code: event loops, transpilers' wrappers of async functions, and proxy
 * handlers.
 */
export function findRunners(frames: readonly NormalFrame[], platform: string): ReadonlySet<number> {
  if (scriptPlatforms.has(platform)) return findGeneratorRunners(frames)
  if (!jvmPlatforms.has(platform)) return none
  const runners = new Set<number>()
  const loopFrames = frames.findLastIndex(({ module }) => coroutineLoop.test(module)) + 1
  for (const [index, { module }] of frames.entries()) {
    if (index < loopFrames) runners.add(index)
    if (proxyClass.test(module) && index + 2 < frames.length) runners.add(index + 1)
  }
  return runners
}

/**
 * An async function that was called rather than resumed comes before its wrapper: the generator after it is the same
 * function.
 */
function findGeneratorRunners(frames: readonly NormalFrame[]): ReadonlySet<number> {
  if (!frames.some(({ function: name }) => generatorCall.test(name))) return none
  const runners = new Set<number>()
  let isCalled = false
  for (const [index, { function: name }] of frames.entries()) {
    const isCall = generatorCall.test(name)
    const isRunner = generatorRunner.test(name) && generatorCall.test(frames[index + 1]?.function ?? '')
    const isBody = isCalled && unnamed.test(name) && generatorCall.test(frames[index - 1]?.function ?? '')
    const isWrapper = generatorWrapper.test(name)
    if (isRunner || isBody || isWrapper) runners.add(index)
    isCalled = isWrapper || (isCalled && (isRunner || isCall || name === promise))
  }
  return runners
}

const goClosure = /^(.{1,300})\.func$/

/**
 * True if the newest Go frame is a deferred function that ran because earlier frames failed: a closure of a function
 * further down the stack. Older SDKs send these frames, newer ones do not.
 * @param names function names, oldest call first.
 */
export function isDeferred(names: readonly string[]): boolean {
  const around = goClosure.exec(names.at(-1) ?? '')?.[1]
  return around !== undefined && names.slice(0, -2).includes(around)
}

/** Words in the names of functions that recover from a panic. A function that panics itself starts with `panic`. */
const recoveringWords = /^(?:recover(?:ed|y|er)?|rescue|guard|catch)$/
const lastPart = /[^.]{1,200}$/
const wordInName = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g

/**
 * Like `isDeferred`, for named functions. The stack can't tell them from functions that were called, so the name decides.
 * @param names of functions, oldest call first.
 */
export function isRecovering(names: readonly string[]): boolean {
  if (names.length < 2) return false
  const words = lastPart.exec(names.at(-1) ?? '')?.[0].match(wordInName) ?? []
  return words.some((word, index) => {
    const lower = word.toLowerCase()
    return recoveringWords.test(lower) || (index > 0 && lower === 'panic')
  })
}
