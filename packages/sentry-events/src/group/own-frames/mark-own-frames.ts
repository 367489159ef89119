import type { NormalEvent, NormalFrame, NormalStacktrace } from '../../normal-event.js'
import { isInApp } from '../in-app.js'
import { isGuessedPlatform, isLikelyLibrary, isSurelyLibrary } from './is-library.js'

/**
 * An event whose frames are the application's own or not by what is known of its platform: run times, toolchains and
 * SDKs never are. When no frame is left, and the platform's SDK does not say by itself whose frames are, all that are not
 * known to be of a library are the application's. The event itself is left as it is, and returned when nothing changes.
 */
export function markOwnFrames(event: NormalEvent): NormalEvent {
  const { platform } = event
  const stacks = stacksOf(event)
  const keep = (frame: NormalFrame) => frame.inApp && !isSurelyLibrary(frame, frame.platform || platform)
  const isAnyKept = stacks.some(({ frames }) => frames.some(keep))
  const isOwn = isAnyKept || !isGuessedPlatform(platform) ? keep : (frame: NormalFrame) => isGuessedOwn(frame, platform)
  const isChanged = stacks.some(({ frames }) => frames.some((frame) => frame.inApp !== isOwn(frame)))
  return isChanged ? withFrames(event, (frame) => setOwner(frame, isOwn(frame))) : event
}

function stacksOf({ exceptions, threads, stacktrace }: NormalEvent): NormalStacktrace[] {
  const stacks = [...exceptions, ...threads].map((holder) => holder.stacktrace)
  return [...stacks, stacktrace].filter((stack) => stack !== undefined)
}

function isGuessedOwn(frame: NormalFrame, eventPlatform: string): boolean {
  const platform = frame.platform || eventPlatform
  const isNamed = frame.function !== '' || frame.module !== '' || frame.filename !== ''
  return isNamed && !isLikelyLibrary(frame, platform) && isInApp({ ...frame, inApp: true }, platform)
}

function setOwner(frame: NormalFrame, inApp: boolean): NormalFrame {
  return frame.inApp === inApp ? frame : { ...frame, inApp }
}

function withFrames(event: NormalEvent, change: (frame: NormalFrame) => NormalFrame): NormalEvent {
  const changeStack = (stack: NormalStacktrace | undefined) =>
    stack && { ...stack, frames: stack.frames.map((frame) => change(frame)) }
  const changeHolder = <T extends { stacktrace: NormalStacktrace | undefined }>(holder: T): T => ({
    ...holder,
    stacktrace: changeStack(holder.stacktrace),
  })
  return {
    ...event,
    exceptions: event.exceptions.map((one) => changeHolder(one)),
    threads: event.threads.map((one) => changeHolder(one)),
    stacktrace: changeStack(event.stacktrace),
  }
}
