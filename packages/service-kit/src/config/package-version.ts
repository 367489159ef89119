import { readFileSync } from 'node:fs'

/**
 * The version of a package.
 * @param besideUrl A module in `src` or `dist` of it; undefined in programs of one file, which have none beside them.
 * @returns `unknown` where nothing says it.
 */
export function readPackageVersion(besideUrl: string | undefined): string {
  if (besideUrl === undefined) return 'unknown'
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', besideUrl), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest && typeof manifest.version === 'string' ? manifest.version : 'unknown'
}
