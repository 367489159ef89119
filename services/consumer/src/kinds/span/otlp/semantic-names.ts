type Attributes = Readonly<Record<string, string>>
type Names = readonly (readonly [from: string, to: string])[]

/** Current names of the semantic conventions, by those of older generations. */
const currentNames: ReadonlyMap<string, string> = new Map([
  ['http.method', 'http.request.method'],
  ['http.status_code', 'http.response.status_code'],
  ['http.url', 'url.full'],
  ['http.scheme', 'url.scheme'],
  ['http.user_agent', 'user_agent.original'],
  ['http.client_ip', 'client.address'],
  ['http.flavor', 'network.protocol.version'],
  ['http.resend_count', 'http.request.resend_count'],
  ['http.request_content_length', 'http.request.body.size'],
  ['http.response_content_length', 'http.response.body.size'],
  ['net.protocol.name', 'network.protocol.name'],
  ['net.protocol.version', 'network.protocol.version'],
  ['net.sock.peer.addr', 'network.peer.address'],
  ['net.sock.peer.port', 'network.peer.port'],
  ['net.peer.ip', 'network.peer.address'],
  ['db.system', 'db.system.name'],
  ['db.statement', 'db.query.text'],
  ['db.name', 'db.namespace'],
  ['db.operation', 'db.operation.name'],
  ['db.sql.table', 'db.collection.name'],
  ['db.mongodb.collection', 'db.collection.name'],
  ['db.cassandra.table', 'db.collection.name'],
  ['messaging.destination', 'messaging.destination.name'],
  ['messaging.message_id', 'messaging.message.id'],
  ['messaging.operation', 'messaging.operation.type'],
  ['code.function', 'code.function.name'],
  ['code.filepath', 'code.file.path'],
  ['code.lineno', 'code.line.number'],
  ['enduser.id', 'user.id'],
])

/**
 * Older names for one's own side of a connection and for the peer's; the span's kind determines which of them is the
 * client and which the server.
 */
const serverSideNames: Names = [
  ['net.host.name', 'server.address'],
  ['net.host.port', 'server.port'],
  ['http.server_name', 'server.address'],
  ['net.peer.name', 'client.address'],
  ['net.peer.port', 'client.port'],
]
const clientSideNames: Names = [
  ['net.peer.name', 'server.address'],
  ['net.peer.port', 'server.port'],
]

/** The older names most used in queries and dashboards, by the current ones. */
const olderNames: Names = [
  ['http.request.method', 'http.method'],
  ['http.response.status_code', 'http.status_code'],
  ['url.full', 'http.url'],
  ['db.system.name', 'db.system'],
  ['db.query.text', 'db.statement'],
]

/** Kind of a span that serves a request. */
const serverKind = 2

/**
 * Returns a span's attributes of one generation of the semantic conventions under the names of the other, so that
 * queries don't depend on the SDK's age. Sent attributes take precedence over derived ones and are not returned. A
 * server's URL is composed if only its parts were sent.
 * @param kind The span's kind, as numbered by OTLP.
 */
export function findOtherNames(sent: Attributes, kind: number): Record<string, string> {
  const derived: Record<string, string> = {}
  const valueOf = (name: string) => sent[name] ?? derived[name]
  const add = (name: string, value: string | undefined) => {
    if (value !== undefined && valueOf(name) === undefined) derived[name] = value
  }
  const rename = (names: Names) => {
    for (const [from, to] of names) add(to, valueOf(from))
  }
  // Spans have few attributes, and there are many names.
  for (const name of Object.keys(sent)) {
    const current = currentNames.get(name)
    if (current !== undefined) add(current, sent[name])
  }
  const [path, query] = splitAt(sent['http.target'], /\?/)
  add('url.path', path)
  add('url.query', query)
  const [host, port] = splitAt(sent['http.host'], /:(?=\d+$)/)
  add('server.address', host)
  add('server.port', port)
  rename(kind === serverKind ? serverSideNames : clientSideNames)
  add('url.full', composeUrl(valueOf))
  rename(olderNames)
  return derived
}

/** The parts before and after the first separator; undefined without one. */
function splitAt(text: string | undefined, separator: RegExp): [string | undefined, string | undefined] {
  const found = text === undefined ? null : separator.exec(text)
  if (text === undefined || found === null) return [text, undefined]
  return [text.slice(0, found.index), text.slice(found.index + 1)]
}

function composeUrl(valueOf: (name: string) => string | undefined): string | undefined {
  const [scheme, host, port, path] = ['url.scheme', 'server.address', 'server.port', 'url.path'].map(valueOf)
  if (scheme === undefined || host === undefined || path === undefined) return undefined
  const query = (valueOf('url.query') ?? '').replace(/^\?/, '')
  return `${scheme}://${host}${port === undefined ? '' : `:${port}`}${path}${query === '' ? '' : `?${query}`}`
}
