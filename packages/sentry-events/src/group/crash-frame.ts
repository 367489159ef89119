import type { NormalEvent, NormalException, NormalFrame, NormalStacktrace } from '../normal-event.js'
import { findMainThread } from '../normalize/threads.js'
import { isLikelyLibrary } from './own-frames/is-library.js'

/** The event's main stack: of the main exception, otherwise of the thread, otherwise the event's own. */
export function mainStack(event: NormalEvent, main: NormalException | undefined): NormalStacktrace | undefined {
  return main?.stacktrace ?? findMainThread(event.threads)?.stacktrace ?? event.stacktrace
}

/** The newest in-app frame, otherwise the newest frame. */
export function findCrashFrame(stacktrace: NormalStacktrace | undefined): NormalFrame | undefined {
  return stacktrace?.frames.findLast(({ inApp }) => inApp) ?? stacktrace?.frames.at(-1)
}

/** Path, module or function of code that reports errors and messages. */
const reporter =
  /(?:^|[/@.\\])(?:sentry|raven|logging|logger|logback|slf4j|log4j|winston|pino|monolog|serilog|nlog|opentelemetry)(?:[-_./\\:]|$)/i

/**
 * Returns the frame to show first: the newest in-app frame, otherwise the newest library frame outside the reporting
 * code. Undefined if only reporting code is left.
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
