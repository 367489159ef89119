import { candidateUrls, joinPath } from '@signalbox/source-maps'
import { limits } from '@signalbox/contracts'
import type { ArtifactFileRow, ArtifactFileStore } from './store/artifact-files.js'

/** Hashes of uploaded sources, by their names in a map. */
export type SourceHashes = Readonly<Record<string, string>>

/** Whatever has the URL of a source is one, maps aside: uploads without a manifest do not tell sources from code. */
export type SourceFile = Pick<ArtifactFileRow, 'type' | 'url' | 'content_hash' | 'bytes'>

interface Search {
  /** As the map has them. */
  names: readonly string[]
  /** What the names are relative to, the best first: URLs of the map. */
  bases: readonly string[]
  /** Files with any of the URLs. */
  find: (urls: readonly string[]) => readonly SourceFile[]
}

/** The sources that a map lacks among the files of its bundle; as many as together are no larger than a file may be. */
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

/** What is joined to `~` comes out behind a slash. */
function withoutLeadingSlash(url: string): string {
  return url.replace(/^\/~/, '~')
}

/** Looks in bundles. */
export function inBundles(
  files: Pick<ArtifactFileStore, 'listInBundle'>,
  ids: readonly (string | undefined)[],
): Search['find'] {
  const known = [...new Set(ids)].filter((id) => id !== undefined)
  return (urls) => known.flatMap((id) => files.listInBundle(id, urls))
}
