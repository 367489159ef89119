/**
 * Joins a source name to the URL or path of its map, like Sentry's symbolicator. A name with a scheme is absolute; `~`
 * and a leading slash mean the host; `..` goes up one directory.
 */
export function joinPath(base: string, name: string): string {
  if (name.includes('://') || name.startsWith('webpack:') || name.startsWith('turbopack:')) return name
  const { scheme, host, path } = splitBase(base)
  const right = name.startsWith('~') ? name.slice(1) : name
  if (right.startsWith('/')) return joinAbsolute(scheme, host, right)
  const isWeb = scheme === 'http' || scheme === 'https'
  const segments = path.split('/').slice(scheme === '' && !path.startsWith('/') ? 0 : 1, -1)
  addSegments(segments, right, isWeb)
  const joined = segments
    .filter((segment) => segment !== '')
    .map((segment) => `/${segment}`)
    .join('')
  return scheme === '' ? joined : `${scheme}://${host}${joined}`
}

function splitBase(base: string): { scheme: string; host: string; path: string } {
  const end = base.indexOf('://')
  if (end === -1) return { scheme: '', host: '', path: base }
  const rest = base.slice(end + 3)
  const slash = rest.indexOf('/')
  const host = slash === -1 ? rest : rest.slice(0, slash)
  const scheme = base.slice(0, end)
  return scheme === 'file'
    ? { scheme: '', host: '', path: rest }
    : { scheme, host, path: slash === -1 ? '/' : rest.slice(slash) }
}

/** Two leading slashes introduce a new host. */
function joinAbsolute(scheme: string, host: string, right: string): string {
  if (scheme === '') return right
  return right.startsWith('//') ? `${scheme}:${right}` : `${scheme}://${host}${right}`
}

function addSegments(segments: string[], right: string, isWeb: boolean): void {
  let isFirst = true
  for (const segment of right.split('/')) {
    if (segment === '..' && (segments.pop() !== undefined || isWeb)) continue
    if (segment === '.' && (isWeb || isFirst)) continue
    isFirst = false
    segments.push(segment)
  }
}

/** Returns the part after the host of a URL or after `~`, or the complete path. */
export function pathOfUrl(url: string): string {
  if (url.startsWith('~')) return url.slice(1)
  const end = url.indexOf('://')
  if (end === -1) return url
  const rest = url.slice(end + 3)
  const slash = rest.indexOf('/')
  return slash === -1 ? rest : rest.slice(slash)
}
