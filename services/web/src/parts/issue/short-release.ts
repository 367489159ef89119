/** `checkout@2.14.0` is shortened to 2.14.0 next to the project's name. */
export function shortRelease(release: string): string {
  return release.slice(release.indexOf('@') + 1).slice(0, 24)
}
