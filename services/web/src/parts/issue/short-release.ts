/** `checkout@2.14.0` is 2.14.0 where the project is named beside it. */
export function shortRelease(release: string): string {
  return release.slice(release.indexOf('@') + 1).slice(0, 24)
}
