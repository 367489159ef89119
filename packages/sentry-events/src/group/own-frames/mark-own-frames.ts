import type { NormalEvent, NormalFrame, NormalStacktrace } from '../../normal-event.js'
import { keepWithStack, rememberAs } from '../../normalize/stack-memory.js'
import { rememberStacks } from '../stack-key.js'
import { isGuessedPlatform, isLikelyLibrary, isSurelyLibrary } from './is-library.js'

/**
 * Sets the in-app status of frames from what is known about the platform: runtimes, toolchains and SDKs are never
 * in-app. If no in-app frame remains and the platform's SDK does not report the status itself, all frames not known to
 * be library code become in-app. The event is not modified; it is returned as is if nothing changes.
 */
export const markOwnFrames = createFrameMarker()

/**
 * Creates a `markOwnFrames` for a version that knows more libraries.
 */
export function createFrameMarker({
  isOfPackage = () => false,
  addOwn = (_, { marked }) => marked,
}: FrameKnowledge = {}): (event: NormalEvent) => NormalEvent {
  const readOwners = rememberStacks((stack, platform) => ownersOf(stack, platform, { isOfPackage, addOwn }))
  return (event) => markFrames(event, readOwners)
}

interface FrameKnowledge {
  /** True if a frame is library code, whatever the SDK and `markOwnFrames` say. */
  isOfPackage?: (frame: NormalFrame, platform: string) => boolean
  /** Returns the in-app status of each frame, given those that the SDK marked. */
  addOwn?: (
    frames: readonly NormalFrame[],
    known: { marked: readonly boolean[]; guessed: readonly boolean[] },
  ) => readonly boolean[]
}

function markFrames(
  event: NormalEvent,
  readOwners: (stack: NormalStacktrace, platform: string) => Owners,
): NormalEvent {
  const stacks = stacksOf(event)
  const owners = new Map(stacks.map((stack) => [stack, readOwners(stack, event.platform)]))
  const isGuessed = isGuessedPlatform(event.platform) && ![...owners.values()].some(({ isAnyKept }) => isAnyKept)
  const marked = new Map<NormalStacktrace, NormalStacktrace>()
  for (const [stack, { kept, guessed }] of owners) {
    const own = isGuessed ? guessed : kept
    const withOwners = setOwners(stack, own)
    if (withOwners !== stack) marked.set(stack, withOwners)
  }
  return marked.size === 0 ? event : withStacks(event, marked)
}

function stacksOf({ exceptions, threads, stacktrace }: NormalEvent): NormalStacktrace[] {
  const stacks = [...exceptions, ...threads].map((holder) => holder.stacktrace)
  return [...stacks, stacktrace].filter((stack) => stack !== undefined)
}

/** In-app status of a stack's frames; one entry per frame. */
interface Owners {
  /** In-app frames among those the SDK marked as in-app. */
  kept: readonly boolean[]
  isAnyKept: boolean
  /** In-app frames if the SDK reports nothing. */
  guessed: readonly boolean[]
}

function ownersOf(
  { frames }: NormalStacktrace,
  eventPlatform: string,
  { isOfPackage, addOwn }: Required<FrameKnowledge>,
): Owners {
  const isKept = (frame: NormalFrame, platform: string) =>
    frame.inApp && !isSurelyLibrary(frame, platform) && !isOfPackage(frame, platform)
  const marked = frames.map((frame) => isKept(frame, frame.platform || eventPlatform))
  const guessed = frames.map((frame) => {
    const platform = frame.platform || eventPlatform
    return isGuessedOwn(frame, platform) && !isOfPackage(frame, platform)
  })
  const kept = addOwn(frames, { marked, guessed })
  return { kept, isAnyKept: kept.includes(true), guessed }
}

function isGuessedOwn(frame: NormalFrame, platform: string): boolean {
  const isNamed = frame.function !== '' || frame.module !== '' || frame.filename !== ''
  return isNamed && !isLikelyLibrary(frame, platform)
}

/** Marked stacks by their in-app flags, which are cached as well. */
const markedStacks = keepWithStack((_: NormalStacktrace) => new WeakMap<readonly boolean[], NormalStacktrace>())

function setOwners(stack: NormalStacktrace, own: readonly boolean[]): NormalStacktrace {
  if (stack.frames.every(({ inApp }, index) => inApp === own[index])) return stack
  const known = markedStacks(stack)
  const marked = known.get(own) ?? {
    ...stack,
    frames: stack.frames.map((frame, index) => setOwner(frame, own[index] === true)),
  }
  rememberAs(stack, marked)
  known.set(own, marked)
  return marked
}

function setOwner(frame: NormalFrame, inApp: boolean): NormalFrame {
  return frame.inApp === inApp ? frame : { ...frame, inApp }
}

function withStacks(event: NormalEvent, marked: ReadonlyMap<NormalStacktrace, NormalStacktrace>): NormalEvent {
  const find = (stack: NormalStacktrace | undefined) => stack && (marked.get(stack) ?? stack)
  const change = <T extends { stacktrace: NormalStacktrace | undefined }>(holder: T): T => ({
    ...holder,
    stacktrace: find(holder.stacktrace),
  })
  return {
    ...event,
    exceptions: event.exceptions.map((one) => change(one)),
    threads: event.threads.map((one) => change(one)),
    stacktrace: find(event.stacktrace),
  }
}
