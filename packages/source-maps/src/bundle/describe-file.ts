import { debugIdOfCode, mapReferenceOf, normalizeDebugId } from '../frames/map-reference.js'
import type { ManifestFile } from './manifest.js'

/** Properties by which a file is found. */
export type FileDescription = Pick<ManifestFile, 'type' | 'url' | 'debugId' | 'mapReference'>

/** Completes the manifest's description with the file's own debug id and map reference. */
export function describeFile(file: FileDescription, content: Buffer): FileDescription {
  const { type, url, debugId, mapReference } = file
  if (type === 'source_map') return { type, url, debugId: debugId ?? debugIdOfMap(content), mapReference: '' }
  if (type !== 'minified_source') return { type, url, debugId, mapReference }
  const code = tailOf(content)
  return {
    type,
    url,
    debugId: debugId ?? normalizeDebugId(debugIdOfCode(code)),
    mapReference: mapReference || mapReferenceOf(code),
  }
}

/** Maps have the field at the very start or end; parsing a large map completely would take a second. */
const mapEdgeBytes = 4_096
const debugIdField = /"(?:debug_id|debugId)"\s*:\s*"([0-9a-fA-F-]{32,36})"/

function debugIdOfMap(content: Buffer): string | undefined {
  const edges = [content.subarray(-mapEdgeBytes), content.subarray(0, mapEdgeBytes)]
  const found = edges.map((edge) => debugIdField.exec(edge.toString('latin1'))?.[1]).find((id) => id !== undefined)
  return normalizeDebugId(found)
}

/**
 * Returns the last lines of code, which hold the comments. If they contain a long inline map, returns the complete
 * file.
 */
function tailOf(content: Buffer): string {
  const tail = content.subarray(-mapEdgeBytes)
  return (tail.includes('\n') ? tail : content).toString('utf8')
}
