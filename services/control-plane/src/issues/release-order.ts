import { compareBuild, parse, type SemVer } from 'semver'

/** `package@version`; the package may be missing. */
interface VersionedName {
  packageName: string
  version: SemVer
}

/**
 * Compares two releases by name: same package, versions by semantic versioning.
 * @returns a negative number if the first is older, a positive one if it is newer; undefined if the names are not
 * comparable.
 */
export function compareReleaseNames(one: string, other: string): number | undefined {
  const [first, second] = [readName(one), readName(other)]
  if (first === undefined || second?.packageName !== first.packageName) return undefined
  return compareBuild(first.version, second.version)
}

/** @returns undefined if the version is not a semantic version. */
function readName(release: string): VersionedName | undefined {
  const at = release.lastIndexOf('@')
  const version = parse(release.slice(at + 1))
  return version === null ? undefined : { packageName: release.slice(0, Math.max(at, 0)), version }
}
