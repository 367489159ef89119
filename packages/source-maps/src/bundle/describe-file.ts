import { debugIdOfCode, mapReferenceOf, normalizeDebugId } from '../frames/map-reference.js'
import type { ManifestFile } from './manifest.js'

/** What a file is known by. */
export type FileDescription = Pick<ManifestFile, 'type' | 'url' | 'debugId' | 'mapReference'>

/** Completes what the manifest says with what the file itself says: its debug id and where its map is. */
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

/** Maps have the field at the very start or end; parsing all of a large map for it would take a second. */
const mapEdgeBytes = 4_096
const debugIdField = /"(?:debug_id|debugId)"\s*:\s*"([0-9a-fA-F-]{32,36})"/

function debugIdOfMap(content: Buffer): string | undefined {
  const edges = [content.subarray(-mapEdgeBytes), content.subarray(0, mapEdgeBytes)]
  const found = edges.map((edge) => debugIdField.exec(edge.toString('latin1'))?.[1]).find((id) => id !== undefined)
  return normalizeDebugId(found)
}

/** Comments stand on the last lines. An inline map is longer: then the whole file is looked at. */
function tailOf(content: Buffer): string {
  const tail = content.subarray(-mapEdgeBytes)
  return (tail.includes('\n') ? tail : content).toString('utf8')
}
