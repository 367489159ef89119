import { pathOfUrl } from './join-path.js'

/**
 * Returns the names under which a file may have been uploaded for a release, in lookup order: the URL without its
 * fragment, without its query, and both with `~` for the host.
 */
export function candidateUrls(url: string): string[] {
  const whole = withoutFragment(url)
  const relative = `~${pathOfUrl(whole)}`
  return [...new Set([whole, withoutQuery(whole), relative, withoutQuery(relative)])]
}

function withoutFragment(url: string): string {
  return cutAt(url, '#')
}

function withoutQuery(url: string): string {
  return cutAt(url, '?')
}

function cutAt(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return at === -1 ? text : text.slice(0, at)
}
