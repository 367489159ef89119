type Attributes = Readonly<Record<string, string>>

/** Current names of the semantic conventions by those of older generations. */
const currentNames: readonly (readonly [older: string, current: string])[] = [
  ['http.method', 'http.request.method'],
  ['http.status_code', 'http.response.status_code'],
  ['http.url', 'url.full'],
  ['http.scheme', 'url.scheme'],
  ['http.user_agent', 'user_agent.original'],
  ['http.client_ip', 'client.address'],
  ['net.peer.name', 'server.address'],
  ['net.peer.port', 'server.port'],
  ['http.flavor', 'network.protocol.version'],
  ['db.system', 'db.system.name'],
  ['db.statement', 'db.query.text'],
  ['db.name', 'db.namespace'],
  ['db.operation', 'db.operation.name'],
  ['db.sql.table', 'db.collection.name'],
  ['messaging.destination', 'messaging.destination.name'],
]

/** The names that servers and the halves of an address had of their own. */
const [olderTarget, olderHost] = ['http.target', 'http.host']

/**
 * What a span says under older names of the semantic conventions, under the current ones: whoever asks need not know
 * what generation an SDK is of. What was sent stays as it is.
 */
export function findCurrentNames(attributes: Attributes): [name: string, value: string][] {
  const found: [string, string][] = []
  for (const [older, current] of currentNames) {
    const value = attributes[older]
    if (value !== undefined) found.push([current, value])
  }
  const target = attributes[olderTarget]
  if (target !== undefined) found.push(...splitTarget(target))
  const host = attributes[olderHost]
  if (host !== undefined) found.push(['server.address', host.replace(/:\d+$/, '')])
  const full = composeUrl(attributes)
  if (full !== undefined) found.push(['url.full', full])
  return found
}

function splitTarget(target: string): [string, string][] {
  const at = target.indexOf('?')
  if (at === -1) return [['url.path', target]]
  return [
    ['url.path', target.slice(0, at)],
    ['url.query', target.slice(at + 1)],
  ]
}

/** Servers send a URL in its parts. */
function composeUrl(attributes: Attributes): string | undefined {
  const { 'url.scheme': scheme, 'server.address': host, 'server.port': port, 'url.path': path } = attributes
  if (scheme === undefined || host === undefined || path === undefined) return undefined
  const query = (attributes['url.query'] ?? '').replace(/^\?/, '')
  return `${scheme}://${host}${port === undefined ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`
}
