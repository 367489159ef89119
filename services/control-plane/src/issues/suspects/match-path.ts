/** A scheme with its host: of a server, a bundler's package or none, as in `app:///`. */
const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i

/**
 * How many names two paths share, counted from the file upwards: `webpack://shop/./src/pay.ts` and
 * `packages/shop/src/pay.ts` share two. What is before them is where code was built, served or checked out.
 * @param one Names of a path, as `namesOfPath` gives them.
 * @returns 0 when they are not the same file: of a path of several names at least two must be shared.
 */
export function countSharedNames(one: readonly string[], other: readonly string[]): number {
  const shorter = Math.min(one.length, other.length)
  let shared = 0
  while (shared < shorter && one.at(-1 - shared) === other.at(-1 - shared)) shared += 1
  return shared >= Math.min(2, shorter) ? shared : 0
}

/** The names that a path or URL is made of, the file last. */
export function namesOfPath(path: string): string[] {
  const plain = path.replace(origin, '').split(/[?#]/, 1)[0] ?? ''
  return plain.split(/[/\\]/).filter((name) => name !== '' && name !== '.' && name !== '..' && name !== '~')
}
