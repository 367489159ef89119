import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import type { Component } from './component.js'
import { cycleOf } from './endless-recursion.js'
import { isDropped } from './frame.js'
import type { PlacedFrame } from './own-frame.js'
import { isStandardLibrary } from './own-frames/standard-library.js'
import type { FrameVerdicts } from './rules/in-app-rules.js'
import type { Place } from './places/place.js'
import { rememberStacks } from './stack-key.js'
import type { FrameReason, StackContext } from './stack.js'
import { isDeferred, isRecovering } from './trim-frames.js'

/** What in-app frames contribute. */
export interface OwnStack {
  /** The contributing frames, oldest call first, as one component; empty if there are none. */
  components: readonly Component[]
  /** One per frame of the stack. */
  reasons: readonly FrameReason[]
  /** The newest contributing frame. */
  crash: PlacedFrame | undefined
  /** True if the newest frame, ignoring runtime-generated ones, is in-app. */
  isThrownByOwn: boolean
  /** The contributing frames if callers count, oldest call first. */
  contributing: readonly PlacedFrame[]
  /** The result limited to some of the contributing frames. */
  only: (frames: readonly PlacedFrame[]) => Pick<OwnStack, 'components' | 'reasons'>
  /** True if only the language's own library lies between the application and the error. */
  isThrownByLanguage: () => boolean
  /** What the caller of a helper asked it for, if its line spells a path; otherwise empty. */
  requested: string
  /** The recurring frames as one component. */
  cycle: () => readonly Component[]
}

/** Reads a stack by source places: in-app frames only, each once if recursive. */
type ReadOwnStack = (stacktrace: NormalStacktrace | undefined, context: StackContext) => OwnStack

/** Returns a stack's components without the source lines that add nothing to the functions' names. */
export type OmitLines = (components: readonly Component[], from: LinesOf) => readonly Component[]

interface LinesOf {
  exception: NormalException
  stack: OwnStack
  platform: string
}

/** Returns a stack's components without modules that add nothing to what the exception says. */
export type OmitModules = (components: readonly Component[], said: string, from: LinesOf) => readonly Component[]

/** Returns the exceptions of a chain, oldest first, without those that add nothing to the others. */
export type OmitCauses = (exceptions: readonly NormalException[], chain: Chain) => readonly NormalException[]

/** The exceptions of an event and what their stacks contribute. */
export interface Chain {
  stacks: ReadonlyMap<NormalException, OwnStack>
  event: NormalEvent
}

/** Returns the stack that an exception contributes. */
export type StacktraceOf = (exception: NormalException, event: NormalEvent) => NormalStacktrace | undefined

/** How one version of the grouping reads events. */
export interface OwnReading {
  readStack: ReadOwnStack
  /** What an error that has a cause says, if that identifies it, whoever raised it; otherwise empty. */
  readWrapper: (exception: NormalException, event: NormalEvent) => string
  /** Component of a message template. */
  readTemplate: (template: string) => Component
  /** A text without ids and numbers; next to a place, without quoted data either. */
  readText: (text: string, isPlaced?: boolean) => string
  /** A message's text if its words identify it, wherever it was logged; otherwise empty. */
  readMessage: (text: string) => string
  /** The exception, with its type as thrown by the newest version of its language. */
  readException: (exception: NormalException, event: NormalEvent) => NormalException
  stacktraceOf: StacktraceOf
  /** True if an exception is identified by its mutually recursive functions. */
  isEndless: (exception: NormalException) => boolean
  /** The contributing frames that identify an exception; undefined for all. */
  selectCallers: (exception: NormalException, stack: OwnStack) => readonly PlacedFrame[] | undefined
  omitLines: OmitLines
  omitCauses: OmitCauses
  omitModules: OmitModules
  /** Further components for an exception whose stack contributes nothing. */
  describeOrigin: (exception: NormalException, event: NormalEvent, isOwn: boolean) => Component[]
  /** Text that an exception contributes in addition to its type and in-app stack; empty if none is needed. */
  readIdentifyingText: (exception: NormalException, stack: OwnStack, event: NormalEvent) => string
}

/** Context shared by all stacks of an event. */
export interface OwnContext extends StackContext, OwnReading {}

/** Version-specific parts of reading a stack. */
interface StackReading {
  /** Undefined for frames that a compiler or runtime inserted. */
  placeFrame: (frame: NormalFrame, platform: string) => PlacedFrame | undefined
  /** Indexes of frames that only ran other code, such as event loops. */
  findRunners: (frames: readonly NormalFrame[], platform: string) => ReadonlySet<number>
  /** True if callers of the crashed frame contribute even if it has no name. */
  isCrashCalled?: boolean
  /** True if a deferred Go function does not count as the place of the failure either. */
  isCrashBeforeDeferred?: boolean
  /** Frame properties that this version reads beyond those all versions read. */
  keyOf?: (frame: NormalFrame, platform: string) => string
}

const noVerdicts: FrameVerdicts = new Map()
const noStack: OwnStack = {
  components: [],
  reasons: [],
  crash: undefined,
  isThrownByOwn: false,
  contributing: [],
  only: () => noStack,
  isThrownByLanguage: () => false,
  requested: '',
  cycle: () => [],
}

export function createStackReader(reading: StackReading): ReadOwnStack {
  const readRemembered = rememberStacks(
    (stack, platform) => readFrames(stack, { platform, verdicts: noVerdicts }, reading),
    reading.keyOf,
  )
  return (stacktrace, context) => {
    if (stacktrace === undefined) return noStack
    return context.verdicts.size > 0
      ? readFrames(stacktrace, context, reading)
      : readRemembered(stacktrace, context.platform)
  }
}

function readFrames(stacktrace: NormalStacktrace, context: StackContext, reading: StackReading): OwnStack {
  const counted: PlacedFrame[] = []
  const placed: (PlacedFrame | FrameReason)[] = []
  const own: PlacedFrame[] = []
  const ownTexts: string[] = []
  let crash: PlacedFrame | undefined
  let previous = ''
  let isThrownByOwn = false
  const runners = reading.findRunners(stacktrace.frames, context.platform)
  const platformOf = (frame: NormalFrame) => frame.platform || context.platform
  for (const [index, frame] of stacktrace.frames.entries()) {
    const read = runners.has(index) ? 'noise' : readFrame(frame, context, reading)
    if (typeof read === 'string') {
      placed.push(read)
      if (read === 'not in app') isThrownByOwn = false
      continue
    }
    isThrownByOwn = true
    const text = frameTextOf(read)
    own.push(read)
    ownTexts.push(text)
    placed.push(text === previous ? 'recursion' : read)
    if (text !== previous) counted.push(read)
    previous = text
    crash = read
  }
  const contributing = withoutRunners(
    context.platform === 'go' ? withoutDeferred(counted, reading.isCrashBeforeDeferred === true) : counted,
    reading.isCrashCalled === true,
  )
  return {
    ...toContribution(placed, contributing),
    crash: reading.isCrashBeforeDeferred === true && context.platform === 'go' ? contributing.at(-1) : crash,
    isThrownByOwn,
    contributing,
    only: rememberedByOldest((frames) => toContribution(placed, frames, contributing)),
    isThrownByLanguage: once(() => {
      const last = placed.findLastIndex((one) => typeof one !== 'string' || one === 'recursion')
      return stacktrace.frames.slice(last + 1).every((frame) => {
        // In-app frames without a place of their own are closures of the last one.
        return frame.inApp || isDropped(frame, platformOf(frame)) || isStandardLibrary(frame, platformOf(frame))
      })
    }),
    requested: '',
    cycle: () => cycleOf(own, ownTexts),
  }
}

function once<T extends object | boolean>(read: () => T): () => T {
  let known: T | undefined
  return () => (known ??= read())
}

/** Remembers results by their oldest frame: the other frame is always the newest. */
function rememberedByOldest<T>(read: (frames: readonly PlacedFrame[]) => T): (frames: readonly PlacedFrame[]) => T {
  const known = new Map<PlacedFrame | undefined, T>()
  return (frames) => {
    const answer = known.get(frames[0]) ?? read(frames)
    known.set(frames[0], answer)
    return answer
  }
}

type Placed = readonly (PlacedFrame | FrameReason)[]

function toContribution(
  placed: Placed,
  contributing: readonly PlacedFrame[],
  callers: readonly PlacedFrame[] = [],
): Pick<OwnStack, 'components' | 'reasons'> {
  const parts = contributing.map(({ component }) => component)
  const reasons = new Map<PlacedFrame, FrameReason>(callers.map((one) => [one, 'caller']))
  for (const one of contributing) reasons.set(one, 'counts')
  return {
    components: parts.length === 0 ? [] : [{ name: 'stacktrace', parts }],
    reasons: placed.map((one) => (typeof one === 'string' ? one : (reasons.get(one) ?? 'noise'))),
  }
}

/** A program's entry point, and top-level code outside all functions. */
const entry = /^(?:[^]{0,300}(?:::|\.))?(?:main|<main>|<module>|<top \(required\)>)(?:\.func)?$/
const goClosure = /\.func$/

/**
 * Drops frames that only ran a closure. A stack shows who ran it (a thread, a framework, a retry helper), which is
 * irrelevant, but not who passed it: a closure is identified by the function it was written in, if the language names
 * that, and by that function's callers while it is still running. Entry points are irrelevant too. The crashed frame
 * always contributes.
 */
function withoutRunners(frames: readonly PlacedFrame[], isCrashCalled: boolean): readonly PlacedFrame[] {
  let kept: PlacedFrame[] = []
  for (const [index, frame] of frames.entries()) {
    const { place } = frame
    const isCrash = index === frames.length - 1
    if (!isCrash && isEntry(place)) {
      kept = []
      continue
    }
    if (place.isAnonymous && !(isCrash && (isCrashCalled || isCalledByName(place)))) {
      kept = kept.slice(0, kept.findLastIndex((one) => isWithin(place, one.place)) + 1)
    }
    kept.push(frame)
  }
  return kept
}

/** True for a closure that is named and is not Go's: whoever runs one of those, such as middleware, did not write it. */
function isCalledByName({ function: name }: Place): boolean {
  return name !== '' && !goClosure.test(name)
}

/** True for a program's entry point, and for top-level code. */
export function isEntry({ function: name }: Place): boolean {
  return name === '' || name === '<lambda>' || entry.test(name)
}

function isWithin(closure: Place, { module, function: name }: Place): boolean {
  return closure.module === module && closure.function.replace(goClosure, '') === name
}

function withoutDeferred(frames: readonly PlacedFrame[], isNamedKnown: boolean): readonly PlacedFrame[] {
  let kept = frames
  for (;;) {
    const names = kept.map(({ place }) => place.function)
    if (!isDeferred(names) && !(isNamedKnown && isRecovering(names))) return kept
    kept = kept.slice(0, -1)
  }
}

function readFrame(
  frame: NormalFrame,
  { platform: eventPlatform, verdicts }: StackContext,
  { placeFrame }: StackReading,
): PlacedFrame | FrameReason {
  const platform = frame.platform || eventPlatform
  const isCounted = verdicts.get(frame)?.isCounted
  if (isCounted === false) return 'rule'
  if (isCounted === undefined && isDropped(frame, platform)) return 'noise'
  if (!frame.inApp) return 'not in app'
  const placed = placeFrame(frame, platform)
  if (placed === undefined) return 'noise'
  return placed.component.parts.length === 0 ? 'empty' : placed
}

function frameTextOf({ component }: PlacedFrame): string {
  let text = ''
  for (const { name, value } of component.parts) text += `${name}\0${value}\0`
  return text
}
