import type { NormalException, NormalFrame } from '../normal-event.js'
import { remember } from '../remember.js'

/** Words of databases, their drivers and pools that cannot give anybody a connection. */
const ofStore: readonly RegExp[] = [
  /\btoo many (?:clients|connections)\b|connection slots are reserved|max number of clients reached|max_user_connections/i,
  /Connection is not available, request timed out|QueuePool limit|pool timed out while waiting|timeout exceeded when trying to connect/,
  /(?:[Tt]imeout|[Tt]imed out) (?:acquiring|fetching|getting|obtaining) a (?:new )?connection|[Cc]ould not obtain a (?:database )?connection/,
  /the database system is (?:starting up|shutting down|in recovery)|terminating connection due to|server closed the connection unexpectedly/,
  /(?:MySQL|MariaDB) server has gone away|[Ll]ost connection to (?:MySQL|server)|Communications link failure|Can't connect to (?:local )?(?:MySQL|MariaDB|server)/,
  /password authentication failed for|no pg_hba\.conf entry|Access denied for user|\bNOAUTH\b|\bWRONGPASS\b/,
  /[Ff]ailed to connect to `(?:host|user)=|[Cc]ould not connect to (?:server|[Rr]edis)\b|error communicating with database|No ?Brokers? ?Available/i,
]
/** How anything outside cannot be reached, in the wordings of systems and runtimes. */
const unreachable =
  /[Cc]onnection (?:to .{1,100} )?(?:was )?(?:refused|reset|closed|lost|terminated|timed out|aborted)|actively refused|[Ff]ailed to connect to|[Cc]ould(?: not|n't) connect to|[Cc]an(?:not|'t) connect to|\bE(?:CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN|TIMEDOUT)\b|[Nn]o route to host|unreachable|[Nn]ame or service not known|failure in name resolution|nodename nor servname|not translate host name|[Nn]o such host|UnknownHost|getaddrinfo|connect(?:ion)? (?:timeout|timed out)|dial tcp .{1,100}: i\/o timeout/
const mayBeUnreachable =
  /onnect|refused|reach|host|HOST|getaddrinfo|resol|E[A-Z]{3}|pool|Pool|clients|database|server|denied|auth|AUTH|roker|dial/

/** Names of stores and brokers in types, packages and texts. */
const stores: readonly (readonly [name: string, wording: RegExp])[] = [
  ['postgres', /postgr|psycopg|npgsql|asyncpg|pgconn|(?<![A-Za-z])(?:pg|PG|pq|pgx)(?![A-Za-z])/i],
  ['mysql', /mysql|mariadb|trilogy/i],
  ['mongo', /mongo/i],
  ['redis', /redis|jedis|lettuce|valkey/i],
  ['kafka', /kafka/i],
  ['amqp', /amqp|rabbit|(?<![A-Za-z])(?:pika|kombu|bunny)(?![A-Za-z])/i],
  ['nats', /(?<![A-Za-z])nats(?![A-Za-z])/i],
  ['memcached', /memcache|dalli/i],
  ['cassandra', /cassandra/i],
  ['mssql', /tedious|mssql|SqlClient/],
  ['oracle', /oracledb|\bORA-\d/],
]
/** Names of databases in general, which say enough in a type or a text, but not in the path of a package. */
const anyDatabase = /sql|jdbc|pdo|hikari|database|OperationalError|ActiveRecord|ConnectionPool/i
/** Well-known ports of stores, after an address. */
const ports = new Map([
  ['5432', 'postgres'],
  ['3306', 'mysql'],
  ['27017', 'mongo'],
  ['6379', 'redis'],
  ['9092', 'kafka'],
  ['5671', 'amqp'],
  ['5672', 'amqp'],
  ['4222', 'nats'],
  ['11211', 'memcached'],
  ['9042', 'cassandra'],
  ['1433', 'mssql'],
  ['1521', 'oracle'],
])
const port = /:(\d{4,5})\b/

/** How a text says that no connection could be had: `store` if only stores say so, `any` if anything outside may. */
const outages = remember<'store' | 'any' | ''>(512, 512)

function outageOf(text: string): 'store' | 'any' | '' {
  if (!mayBeUnreachable.test(text)) return ''
  return outages(text, () => {
    if (ofStore.some((wording) => wording.test(text))) return 'store'
    return unreachable.test(text) ? 'any' : ''
  })
}

/**
 * The store or broker that no connection could be had to, whatever was to be done with it: one that is down, refuses
 * connections, does not resolve or has no more of them fails every statement.
 * @returns the empty text for other errors, also of a single statement.
 */
export function storeWithoutConnection({ type, module, value, stacktrace }: NormalException): string {
  const outage = outageOf(value)
  if (outage === '') return ''
  const named = nameIn(`${module} ${type}`) || nameIn(value) || (ports.get(port.exec(value)?.[1] ?? '') ?? '')
  if (named !== '') return named
  if (outage === 'store' || anyDatabase.test(type) || anyDatabase.test(module)) return 'database'
  return driverIn(stacktrace?.frames ?? [])
}

function nameIn(text: string): string {
  return stores.find(([, wording]) => wording.test(text))?.[0] ?? ''
}

/** The store whose driver the application called last. */
function driverIn(frames: readonly NormalFrame[]): string {
  const called = frames.slice(frames.findLastIndex(({ inApp }) => inApp) + 1)
  for (const { module, absPath, filename } of called) {
    const name = nameIn(`${module} ${absPath || filename}`)
    if (name !== '') return name
  }
  return ''
}

/** The statement that met the outage, and the hints of libraries, which follow the outage's own words. */
const statement = /[([](?:Connection|SQL|Background|Host)\b[^]*$|\r?\n[^]*$/
/** What Go's wrapping errors say before it. */
const operation = /^[^]*?(?=failed to connect to `|dial (?:tcp|unix) )/

/** The words of an outage without what the application was about to do. */
export function withoutStatement(text: string): string {
  return text.replace(statement, '').trimEnd().replace(operation, '')
}
