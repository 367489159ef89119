import { isJsonObject, undoInAppRules, type JsonObject } from '@signalbox/sentry-events'

/** Prefix of faults recorded by symbolication, which records them again. */
const faultPrefix = 'js_'

/**
 * Restores a stored payload to its state before symbolication and before the project's rules. The argument isn't
 * modified.
 */
export function restoreRaw(stored: JsonObject): JsonObject {
  const { exception, threads, errors, ...payload } = undoInAppRules(stored)
  return {
    ...restoreHolder(payload),
    ...(exception !== undefined && { exception: mapList(exception, restoreHolder) }),
    ...(threads !== undefined && { threads: mapList(threads, restoreHolder) }),
    ...(Array.isArray(errors) && { errors: errors.filter((error) => !isFault(error)) }),
  }
}

function mapList(value: unknown, change: (entry: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? value.map((entry: unknown) => (isJsonObject(entry) ? change(entry) : entry)) : value
}

/** Restores an exception, a thread or the event itself. Only resolved frames have variables. */
function restoreHolder({ raw_stacktrace: raw, ...holder }: JsonObject): JsonObject {
  if (!isJsonObject(raw) || !Array.isArray(raw['frames'])) return holder
  const resolved = framesOf(holder['stacktrace'])
  const frames = raw['frames'].map((frame: unknown, index) => {
    const vars = resolved[index]
    return isJsonObject(frame) && isJsonObject(vars) ? { ...frame, vars: vars['vars'] } : frame
  })
  return { ...holder, stacktrace: { frames } }
}

function framesOf(stack: unknown): readonly unknown[] {
  return isJsonObject(stack) && Array.isArray(stack['frames']) ? stack['frames'] : []
}

function isFault(error: unknown): boolean {
  return isJsonObject(error) && typeof error['type'] === 'string' && error['type'].startsWith(faultPrefix)
}
