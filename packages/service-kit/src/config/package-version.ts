import { existsSync, readFileSync } from 'node:fs'

/**
 * Returns the version of the package that a module belongs to, from the nearest `package.json` above it.
 * @param moduleUrl The module's `import.meta.url`; undefined in single-file bundles, which have no package around them.
 * @returns `unknown` if there is no version.
 */
export function readPackageVersion(moduleUrl: string | undefined): string {
  const manifestUrl = moduleUrl === undefined ? undefined : findManifest(moduleUrl)
  if (manifestUrl === undefined) return 'unknown'
  const manifest: unknown = JSON.parse(readFileSync(manifestUrl, 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest && typeof manifest.version === 'string' ? manifest.version : 'unknown'
}

function findManifest(moduleUrl: string): URL | undefined {
  const here = new URL('package.json', moduleUrl)
  if (existsSync(here)) return here
  const above = new URL('..', moduleUrl)
  return above.href === moduleUrl ? undefined : findManifest(above.href)
}
