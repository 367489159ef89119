import { readFileSync } from 'node:fs'

/**
 * Version of a package, as it says itself; `unknown` when it does not.
 * @param besideUrl `import.meta.url` of a module in the package's `src` or `dist`.
 */
export function readPackageVersion(besideUrl: string): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL('../package.json', besideUrl), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest && typeof manifest.version === 'string' ? manifest.version : 'unknown'
}
