import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Frame } from './pairs/pair.js'

/** Outages as the drivers of each platform report them: platform, type, module, text, and the driver's frame if only that names it. */
const outages: readonly (readonly [platform: string, type: string, module: string, value: string, driver?: Frame])[] = [
  [
    'python',
    'OperationalError',
    'psycopg2',
    'connection to server at "10.0.0.7", port 5432 failed: Connection refused\n\tIs the server running?',
  ],
  ['python', 'ConnectionError', 'redis.exceptions', 'Error 111 connecting to cache:6379. Connection refused.'],
  ['python', 'TimeoutError', 'sqlalchemy.exc', 'QueuePool limit of size 5 overflow 10 reached, connection timed out'],
  [
    'java',
    'PSQLException',
    'org.postgresql.util',
    'Connection to db:5432 refused. Check that the hostname and port are correct',
  ],
  [
    'java',
    'SQLTransientConnectionException',
    'java.sql',
    'main - Connection is not available, request timed out after 3001ms (total=9, active=9)',
  ],
  ['ruby', 'ConnectionBad', 'PG', 'FATAL:  sorry, too many clients already'],
  ['ruby', 'Mysql2::Error::ConnectionError', '', "Can't connect to MySQL server on 'db' (115)"],
  ['php', 'PDOException', '', 'SQLSTATE[HY000] [2002] Connection refused'],
  ['csharp', 'NpgsqlException', 'Npgsql', 'Failed to connect to 10.0.0.7:5432'],
  ['rust', 'PoolTimedOut', '', 'pool timed out while waiting for an open connection'],
  [
    'node',
    'Error',
    '',
    'connect ECONNREFUSED 10.0.0.7:7001',
    { function: 'Pool.connect', filename: '/app/node_modules/pg-pool/index.js', in_app: false },
  ],
  ['node', 'MongoServerSelectionError', '', 'getaddrinfo ENOTFOUND mongo'],
]

const own = (name: string): Frame => ({ module: 'app', function: name, filename: 'app/store', in_app: true })

describe('a store without connections', () => {
  for (const [platform, type, module, value, driver] of outages) {
    const met = (caller: string, text = value) => {
      const frames = [own(caller), own('query'), ...(driver === undefined ? [] : [driver])]
      return grouped(errorEvent(platform, { type, module, value: text, frames })).fingerprint
    }

    it(`is one issue, whichever statement meets it: ${platform}, ${type}`, () => {
      expect(met('findPupil')).to.equal(met('createPupil'))
      expect(met('findPupil')).not.to.equal(met('findPupil', 'syntax error at or near SELEC'))
    })
  }

  const refused = (driver: string) =>
    grouped(
      errorEvent('node', {
        type: 'Error',
        value: 'connect ECONNREFUSED 10.0.0.7:7001',
        frames: [
          own('query'),
          { function: 'connect', filename: `/app/node_modules/${driver}/index.js`, in_app: false },
        ],
      }),
    ).fingerprint

  it('is another issue than another store, and than a service', () => {
    expect(refused('pg')).not.to.equal(refused('ioredis'))
    expect(refused('pg')).not.to.equal(refused('axios'))
  })

  it('is one issue, whatever wraps it or follows it', () => {
    const cause = { type: 'PDOException', value: 'SQLSTATE[HY000] [2002] Connection refused' }
    const wrapped = (statement: string) =>
      grouped(
        errorEvent('php', {
          type: 'QueryException',
          value: `${cause.value} (Connection: mysql, SQL: ${statement})`,
          frames: [own('query')],
        }),
      ).fingerprint
    expect(wrapped('select * from pupil where id in (1, 2)')).to.equal(wrapped('insert into mark (a) values (now())'))
  })

  it('is told from a service by what is refused', () => {
    const called = (caller: string) =>
      grouped(
        errorEvent('python', {
          type: 'ConnectionError',
          module: 'requests.exceptions',
          value: 'Connection refused',
          frames: [own(caller), own('fetch_json'), { module: 'requests.adapters', function: 'send', in_app: false }],
        }),
      ).fingerprint
    expect(called('read_rates')).not.to.equal(called('read_taxes'))
  })
})

describe('a constraint that a row breaks', () => {
  const broken = (value: string) =>
    grouped(errorEvent('node', { type: 'error', value, frames: [own('query')] })).fingerprint
  const texts = [
    'duplicate key value violates unique constraint "loans_copy_key"',
    'doppelter Schlüsselwert verletzt Unique-Constraint »loans_copy_key«',
    'la valeur d’une clé dupliquée rompt la contrainte unique « loans_copy_key »',
    'llave duplicada viola restricción de unicidad «loans_copy_key»',
    'повторяющееся значение ключа нарушает ограничение уникальности "loans_copy_key"',
    'un valore chiave duplicato viola il vincolo univoco "loans_copy_key"',
  ]
  for (const text of texts.slice(1)) {
    it(`is known by its name, in the language of the server: ${text}`, () => {
      expect(broken(text)).to.equal(broken(texts[0] ?? ''))
      expect(broken(text)).not.to.equal(broken(text.replace('copy', 'member')))
    })
  }

  const named = [
    'insert into "loans" ("copy") values ($1) - duplicate key value violates unique constraint "loans_copy_key"',
    'could not execute statement; SQL [n/a]; constraint [loans_copy_key]',
    "Cannot insert duplicate key row in object 'dbo.Loans' with unique index 'loans_copy_key'.",
    'Unique index or primary key violation: "PUBLIC.loans_copy_key_INDEX_4 ON PUBLIC.LOANS(COPY) VALUES ( 1 )"',
    'ORA-00001: unique constraint (SHOP.loans_copy_key) violated',
    'E11000 duplicate key error collection: shop.loans index: copy_1 dup key: { copy: 7 }',
    'Unique constraint failed on the fields: (`copy`)',
    'violates foreign key constraint "fk_copy_5b5ddfd518"',
  ]
  const bare = (value: string) => grouped({ exception: { values: [{ type: 'error', value }] } }).fingerprint
  for (const text of named) {
    it(`is known by its name, in a function of the application or without a stack: ${text}`, () => {
      expect(broken(text)).not.to.equal(broken(text.replaceAll('copy', 'member')))
      expect(bare(text)).not.to.equal(bare(text.replaceAll('copy', 'member')))
      expect(bare(text)).to.equal(bare(`${text}\nDETAIL:  Key (copy)=(7) already exists.`))
    })
  }

  it('keeps the hash of its name, but not the number of a partition', () => {
    expect(broken('foreign key constraint "fk_rails_5b5ddfd518"')).not.to.equal(
      broken('foreign key constraint "fk_rails_9a2c01ee47"'),
    )
    expect(broken('unique constraint "scans_2026_11_pkey"')).to.equal(broken('unique constraint "scans_2026_12_pkey"'))
  })
})

describe('a statement that failed', () => {
  const failed = (statement: string) =>
    grouped({ exception: { values: [{ type: 'error', value: `${statement} - canceling statement due to timeout` }] } })
      .fingerprint

  it('is told apart by its table, which a mapper quotes', () => {
    for (const statement of ['select * from "loans"', 'insert into `loans`', 'update "public"."loans" set "a" = $1'])
      expect(failed(statement)).not.to.equal(failed(statement.replace('loans', 'members')))
  })
})

describe('a message of several words', () => {
  const logged = (message: string, ...frames: Frame[]) =>
    grouped({ platform: 'ruby', message, ...(frames.length === 0 ? {} : { stacktrace: { frames } }) }).fingerprint

  it('is one issue with and without a stack, wherever it is logged', () => {
    const text = 'Door of "F1" open for 4 min'
    expect(logged(text, own('check'))).to.equal(logged('Door of "F2" open for 11 min'))
    expect(logged(text, own('check'))).to.equal(logged(text, own('tick')))
  })

  it('needs its place if it is short', () => {
    expect(logged('late', own('check'))).not.to.equal(logged('late', own('tick')))
  })
})
