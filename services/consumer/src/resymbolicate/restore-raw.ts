import { isJsonObject, undoInAppRules, type JsonObject } from '@signalbox/sentry-events'

/** Faults that symbolication noted, which notes them anew. */
const faultPrefix = 'js_'

/** A stored payload as it was before symbolication and before the project's rules. What it is given is not changed. */
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

/** An exception, a thread or the event itself. Variables stand in the resolved frames only. */
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
