/** A scheme with its host: a server, a bundler's package, or an empty host as in `app:///`. */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i

/**
 * Counts how many path segments two paths share, starting at the file: `webpack://shop/./src/pay.ts` and
 * `packages/shop/src/pay.ts` share two. Anything before them depends on where code was built, served or checked out.
 * @param one Segments of a path, from `namesOfPath`.
 * @returns 0 if they are different files: paths of several segments must share at least two.
 */
export function countSharedNames(one: readonly string[], other: readonly string[]): number {
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1
  return shared >= Math.min(2, shorter) ? shared : 0
}

/** Splits a path or URL into segments, the file last. */
export function namesOfPath(path: string): string[] {
  const plain = path.replace(origin, '').split(/[?#]/, 1)[0] ?? ''
  return plain.split(/[/\\]/).filter((name) => name !== '' && name !== '.' && name !== '..' && name !== '~')
}
