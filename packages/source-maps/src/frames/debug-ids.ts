import { isJsonObject } from '@signalbox/contracts'

/**
 * Returns the event's debug ids of minified files, by frame path.
 * @param debugMeta The event's `debug_meta` field. Images without a file or an id are skipped.
 */
export function readDebugIds(debugMeta: unknown): ReadonlyMap<string, string> {
  const images: unknown = isJsonObject(debugMeta) ? debugMeta['images'] : undefined
  const ids = new Map<string, string>()
  for (const image of Array.isArray(images) ? images : []) {
    if (!isJsonObject(image) || image['type'] !== 'sourcemap') continue
    const { code_file: file, debug_id: id } = image
    if (typeof file === 'string' && typeof id === 'string') ids.set(file, id)
  }
  return ids
}
