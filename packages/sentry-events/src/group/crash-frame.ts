import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'

/** The stack that an event is about: of the main exception, else of the thread, else its own. */
export function mainStack(event: NormalEvent, main: NormalException | undefined): NormalStacktrace | undefined {
  return main?.stacktrace ?? findMainThread(event.threads)?.stacktrace ?? event.stacktrace
}

/** The newest frame of the application's own code, else the newest of all. */
export function findCrashFrame(stacktrace: NormalStacktrace | undefined): NormalFrame | undefined {
  return stacktrace?.frames.findLast(({ inApp }) => inApp) ?? stacktrace?.frames.at(-1)
}
