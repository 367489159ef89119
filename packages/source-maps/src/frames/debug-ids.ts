import { isJsonObject } from '@signalbox/contracts'

/**
 * The debug ids that an event gives files of minified code, by the path of frames.
 * @param debugMeta The field `debug_meta` of the event. Images that lack a file or an id say nothing.
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
