import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'
import { isLikelyLibrary } from './own-frames/is-library.js'

/** The stack that an event is about: of the main exception, else of the thread, else its own. */
export function mainStack(event: NormalEvent, main: NormalException | undefined): NormalStacktrace | undefined {
  return main?.stacktrace ?? findMainThread(event.threads)?.stacktrace ?? event.stacktrace
}

/** The newest frame of the application's own code, else the newest of all. */
export function findCrashFrame(stacktrace: NormalStacktrace | undefined): NormalFrame | undefined {
  return stacktrace?.frames.findLast(({ inApp }) => inApp) ?? stacktrace?.frames.at(-1)
}

/** What reports errors and messages, as the path, module or function of a frame says. */
const reporter =
  /(?:^|[/@.\\])(?:sentry|raven|logging|logger|logback|slf4j|log4j|winston|pino|monolog|serilog|nlog|opentelemetry)(?:[-_./\\:]|$)/i

/**
 * The frame that people look at first: the newest of the application, else the newest of a library that is not the one
 * that reported. Undefined when only the reporting is left.
 */
export function findCulpritFrame(
  stacktrace: NormalStacktrace | undefined,
  eventPlatform: string,
): NormalFrame | undefined {
  const frames = stacktrace?.frames ?? []
  return (
    frames.findLast(({ inApp }) => inApp) ??
    frames.findLast((frame) => !isLikelyLibrary(frame, frame.platform || eventPlatform)) ??
    frames.findLast(
      ({ absPath, filename, module }) => ![absPath || filename, module].some((text) => reporter.test(text)),
    )
  )
}
