import { compareBuild, parse, type SemVer } from 'semver'

/** `package@version`, of which the package may be missing. */
interface VersionedName {
  packageName: string
  version: SemVer
}

/**
 * Which of two releases is newer, by their names: of the same package, with versions as semantic versioning has them.
 * @returns below 0 when the first is older, above 0 when it is newer; undefined when the names do not tell.
 */
export function compareReleaseNames(one: string, other: string): number | undefined {
  const [first, second] = [readName(one), readName(other)]
  if (first === undefined || second?.packageName !== first.packageName) return undefined
  return compareBuild(first.version, second.version)
}

/** @returns undefined for a release whose version is none of semantic versioning. */
function readName(release: string): VersionedName | undefined {
  const at = release.lastIndexOf('@')
  const version = parse(release.slice(at + 1))
  return version === null ? undefined : { packageName: release.slice(0, Math.max(at, 0)), version }
}
