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

/** What the application's own frames say. */
export interface OwnStack {
  /** The frames that count, oldest call first, as one component; empty when there are none. */
  components: readonly Component[]
  /** One for each frame of the stack. */
  reasons: readonly FrameReason[]
  /** The newest that counts. */
  crash: PlacedFrame | undefined
  /** Whether the newest frame of all, but for those of the run time's making, is the application's. */
  isThrownByOwn: boolean
  /** The frames that count as long as callers do, oldest call first. */
  told: readonly PlacedFrame[]
  /** What it says by so many of them, the newest. */
  newest: (count: number) => Pick<OwnStack, 'components' | 'reasons'>
  /** Whether only what comes with the language lies between the application and the error. */
  isThrownByLanguage: () => boolean
  /** The frames that come again and again, as one component. */
  cycle: () => readonly Component[]
}

/** Reads a stack by places: only frames of the application, each once where it calls itself. */
type ReadOwnStack = (stacktrace: NormalStacktrace | undefined, context: StackContext) => OwnStack

/** How a version of the grouping reads events. */
export interface OwnReading {
  readStack: ReadOwnStack
  /** What a template of messages says. */
  readTemplate: (template: string) => Component
  /** What a text says by itself, without ids and numbers. */
  readText: (text: string) => string
  /** As that, and by the type that the newest version of its language throws. */
  readException: (exception: NormalException) => NormalException
  /** Whether an exception counts by the functions that call each other. */
  isEndless: (exception: NormalException) => boolean
  /** By how many of the newest frames that count an exception counts; undefined for all. */
  countCallers: (exception: NormalException, stack: OwnStack) => number | undefined
  /** What else tells an exception apart whose stack says nothing. */
  tellOrigin: (exception: NormalException, event: NormalEvent, isOwn: boolean) => Component[]
  /** What its text adds to its type and the application's stack; empty when these say it all. */
  tellText: (exception: NormalException, stack: OwnStack, event: NormalEvent) => string
}

/** What holds for all stacks of an event. */
export interface OwnContext extends StackContext, OwnReading {}

/** What differs between versions. */
interface StackReading {
  /** Undefined for frames that a compiler or a run time has put between others. */
  placeFrame: (frame: NormalFrame, platform: string) => PlacedFrame | undefined
  /** The frames that only ran others, by their index. */
  findRunners: (frames: readonly NormalFrame[], platform: string) => ReadonlySet<number>
  /** Whether callers of what crashed count although it has no name. */
  isCrashCalled?: boolean
  /** Whether a deferred function of Go is not where it failed either. */
  isCrashBeforeDeferred?: boolean
  /** What is looked at in a frame besides what all versions look at. */
  keyOf?: (frame: NormalFrame, platform: string) => string
}

const noVerdicts: FrameVerdicts = new Map()
const noStack: OwnStack = {
  components: [],
  reasons: [],
  crash: undefined,
  isThrownByOwn: false,
  told: [],
  newest: () => noStack,
  isThrownByLanguage: () => false,
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
  const ownSaid: string[] = []
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
    const said = saidBy(read)
    own.push(read)
    ownSaid.push(said)
    placed.push(said === previous ? 'recursion' : read)
    if (said !== previous) counted.push(read)
    previous = said
    crash = read
  }
  const told = withoutRunners(
    context.platform === 'go' ? withoutDeferred(counted, reading.isCrashBeforeDeferred === true) : counted,
    reading.isCrashCalled === true,
  )
  return {
    ...saidTogether(placed, told),
    crash: reading.isCrashBeforeDeferred === true && context.platform === 'go' ? told.at(-1) : crash,
    isThrownByOwn,
    told,
    newest: remembered((count) => saidTogether(placed, told.slice(-count), told)),
    isThrownByLanguage: once(() => {
      const last = placed.findLastIndex((one) => typeof one !== 'string' || one === 'recursion')
      return stacktrace.frames
        .slice(last + 1)
        .every((frame) => isDropped(frame, platformOf(frame)) || isStandardLibrary(frame, platformOf(frame)))
    }),
    cycle: () => cycleOf(own, ownSaid),
  }
}

function once<T extends object | boolean>(read: () => T): () => T {
  let known: T | undefined
  return () => (known ??= read())
}

function remembered<T>(read: (count: number) => T): (count: number) => T {
  const known = new Map<number, T>()
  return (count) => {
    const answer = known.get(count) ?? read(count)
    known.set(count, answer)
    return answer
  }
}

type Placed = readonly (PlacedFrame | FrameReason)[]

function saidTogether(
  placed: Placed,
  told: readonly PlacedFrame[],
  callers: readonly PlacedFrame[] = [],
): Pick<OwnStack, 'components' | 'reasons'> {
  const parts = told.map(({ component }) => component)
  const reasons = new Map<PlacedFrame, FrameReason>(callers.map((one) => [one, 'caller']))
  for (const one of told) reasons.set(one, 'counts')
  return {
    components: parts.length === 0 ? [] : [{ name: 'stacktrace', parts }],
    reasons: placed.map((one) => (typeof one === 'string' ? one : (reasons.get(one) ?? 'noise'))),
  }
}

/** Where a program begins, and what is written there outside of all functions. */
const entry = /^(?:[^]{0,300}(?:::|\.))?(?:main|<main>|<module>|<top \(required\)>)(?:\.func)?$/
const goClosure = /\.func$/

/**
 * The frames that say what was done. A stack tells who ran a closure (a thread, a framework, whoever retries), which says
 * nothing, and not who handed it over: it counts by the function that it was written in, where the language names that,
 * and so do the callers of that function when it still runs. Where a program begins says nothing either. What crashed
 * always counts.
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
    if (place.isAnonymous && !(isCrash && (isCrashCalled || place.function !== ''))) {
      kept = kept.slice(0, kept.findLastIndex((one) => isWithin(place, one.place)) + 1)
    }
    kept.push(frame)
  }
  return kept
}

function isEntry({ function: name }: Place): boolean {
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

function saidBy({ component }: PlacedFrame): string {
  let text = ''
  for (const { name, value } of component.parts) text += `${name}\0${value}\0`
  return text
}
