import type { JsonObject } from './normal-event.js'
import { isJsonObject } from './read-json.js'

/** Field of a stored frame with its `in_app` before a project rule changed it. */
export const inAppBeforeRules = 'orig_in_app'

/**
 * Reverts the project's in-app rules in a stored payload, so that other rules can be tried on it. Does not modify its
 * input.
 */
export function undoInAppRules(payload: JsonObject): JsonObject {
  const exceptions = payload['exception']
  const threads = payload['threads']
  return {
    ...payload,
    ...(Array.isArray(exceptions) && { exception: exceptions.map(undoHolder) }),
    ...(Array.isArray(threads) && { threads: threads.map(undoHolder) }),
    ...(isJsonObject(payload['stacktrace']) && { stacktrace: undoStack(payload['stacktrace']) }),
  }
}

/** An exception or a thread. */
function undoHolder(holder: unknown): unknown {
  if (!isJsonObject(holder) || !isJsonObject(holder['stacktrace'])) return holder
  return { ...holder, stacktrace: undoStack(holder['stacktrace']) }
}

function undoStack(stack: JsonObject): JsonObject {
  const { frames } = stack
  return Array.isArray(frames) ? { ...stack, frames: frames.map(undoFrame) } : stack
}

function undoFrame(frame: unknown): unknown {
  if (!isJsonObject(frame)) return frame
  const before = frame[inAppBeforeRules]
  return typeof before === 'boolean' ? { ...frame, in_app: before } : frame
}
