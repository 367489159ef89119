import { candidateUrls, joinPath } from '@signalbox/source-maps'
import { limits } from '@signalbox/contracts'
import type { ArtifactFileRow, ArtifactFileStore } from './store/artifact-files.js'

/** Hashes of uploaded sources, by their names in a map. */
export type SourceHashes = Readonly<Record<string, string>>

/**
 * Any file with a source's URL counts as one, except maps: uploads without a manifest do not distinguish sources from
 * code.
 */
export type SourceFile = Pick<ArtifactFileRow, 'type' | 'url' | 'content_hash' | 'bytes'>

interface Search {
  /** As in the map. */
  names: readonly string[]
  /** URLs of the map that names may be relative to, best first. */
  bases: readonly string[]
  /** Returns files with any of the URLs. */
  find: (urls: readonly string[]) => readonly SourceFile[]
}

/** Finds sources that a map lacks among the files of its bundle, up to a total of the maximum file size. */
export function findSources({ names, bases, find }: Search): SourceHashes {
  const urlsOf = (name: string) => bases.flatMap((base) => candidateUrls(joinPath(base, name))).map(withoutLeadingSlash)
  const wanted = new Map(names.map((name) => [name, urlsOf(name)]))
  const files = find([...new Set([...wanted.values()].flat())]).filter(({ type }) => type !== 'source_map')
  const byUrl = new Map(files.map((file) => [file.url, file]))
  const found: Record<string, string> = {}
  let bytesLeft: number = limits.artifacts.fileBytesMax
  for (const [name, urls] of wanted) {
    const file = urls.map((url) => byUrl.get(url)).find((one) => one !== undefined)
    if (file === undefined || file.bytes > bytesLeft) continue
    bytesLeft -= file.bytes
    found[name] = file.content_hash
  }
  return found
}

/** Joining a path to `~` adds a leading slash. */
function withoutLeadingSlash(url: string): string {
  return url.replace(/^\/~/, '~')
}

/** Searches in bundles. */
export function inBundles(
  files: Pick<ArtifactFileStore, 'listInBundle'>,
  ids: readonly (string | undefined)[],
): Search['find'] {
  const known = [...new Set(ids)].filter((id) => id !== undefined)
  return (urls) => known.flatMap((id) => files.listInBundle(id, urls))
}
