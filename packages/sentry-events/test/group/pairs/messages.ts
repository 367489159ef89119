import { different, same, type Pair, type Payload } from './pair.js'

type Sides = [title: string, left: Payload, right: Payload]
type Texts = [title: string, left: string, right: string]

const text = (message: string): Payload => ({ platform: 'other', level: 'error', message })
const bare = (value: string): Payload => ({
  platform: 'go',
  exception: { values: [{ type: '*errors.errorString', value }] },
})
const template = (message: string, params: unknown[], formatted?: string): Payload => ({
  platform: 'python',
  logger: 'shop.orders',
  logentry: { message, params, ...(formatted === undefined ? {} : { formatted }) },
})

const parameters: Texts[] = [
  ['numbers', 'order 17 has 3 lines', 'order 99120 has 12 lines'],
  ['negative numbers', 'stock of sku 5 fell to -3', 'stock of sku 81 fell to -40'],
  ['fractions', 'total 19.90 differs from 18.75', 'total 7.05 differs from 1200.00'],
  [
    'UUIDs',
    'session 3f2504e0-4f89-41d3-9a0c-0305e82c3301 expired',
    'session 7c9e6679-7425-40de-944b-e07fc1f90ae7 expired',
  ],
  ['IPv4 addresses', 'connection from 10.0.3.17 refused', 'connection from 192.168.178.22 refused'],
  [
    'addresses with ports',
    'dial tcp 10.0.3.17:5432: connection refused',
    'dial tcp 10.12.0.4:6432: connection refused',
  ],
  ['IPv6 addresses', 'no route to 2001:db8::8a2e:370:7334', 'no route to fe80::1ff:fe23:4567:890a'],
  ['e-mail addresses', 'mail to ann@example.com bounced', 'mail to bob.smith+shop@mail.example.org bounced'],
  [
    'URLs',
    'GET https://api.example.com/v1/orders/17 timed out',
    'GET https://api.example.com/v1/orders/4411?expand=lines timed out',
  ],
  ['host names', 'cannot resolve db1.prod.example.com', 'cannot resolve replica-7.eu.example.com'],
  [
    'SHA-1',
    'object da39a3ee5e6b4b0d3255bfef95601890afd80709 is missing',
    'object 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12 is missing',
  ],
  [
    'MD5',
    'etag d41d8cd98f00b204e9800998ecf8427e does not match',
    'etag 9e107d9d372bb6826bd81d3542a419d6 does not match',
  ],
  ['short hashes', 'build 1a2b3c4 failed', 'build 9f8e7d6 failed'],
  ['object ids', 'document 5f2a7be430dac1e2f3a4b5c6 not found', 'document 60b8d295f1d2c43a9c7e8812 not found'],
  ['pointers', 'bad pointer 0x7ffe1a2b3c4d', 'bad pointer 0x600003f1c2a0'],
  ['ISO times', 'backup of 2026-01-10T12:00:00Z failed', 'backup of 2025-11-03T04:30:15.250+02:00 failed'],
  ['dates', 'no rates for 2026-01-10', 'no rates for 2025-12-31'],
  [
    'dates in words',
    'certificate expired on Sat, 10 Jan 2026 12:00:00 GMT',
    'certificate expired on Tue, 03 Feb 2026 08:15:30 GMT',
  ],
  ['clock times', 'job due at 12:00:05 is late', 'job due at 03:41:59 is late'],
  ['durations', 'query took 35ms', 'query took 4120ms'],
  ['durations in words', 'gave up after 5 seconds', 'gave up after 30 seconds'],
  ['durations in Go', 'lease lost after 1m30s', 'lease lost after 2h5m10s'],
  ['quoted values after names', 'refused key="abc def"', 'refused key="zz top"'],
  ['switches', 'mode dry_run=true is invalid', 'mode dry_run=false is invalid'],
  ['numbered files', 'cannot read /data/exports/17/part-3.csv', 'cannot read /data/exports/992/part-12.csv'],
  [
    'files by UUID',
    'cannot open /tmp/3f2504e0-4f89-41d3-9a0c-0305e82c3301.json',
    'cannot open /tmp/7c9e6679-7425-40de-944b-e07fc1f90ae7.json',
  ],
  [
    'trace parents',
    'no span 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    'no span 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
  ],
  ['names with numbers', 'queue orders_7 is full', 'queue orders_12 is full'],
  ['third lines', 'deadlock found\nprocess waits\nrow 17 of ann', 'deadlock found\nprocess waits\nrow 99 of bob'],
  [
    'numbers in brackets',
    'HTTP error [502] from upstream (attempt 1/5)',
    'HTTP error [503] from upstream (attempt 4/5)',
  ],
  [
    'JSON of ids',
    'bad payload {"id":17,"user":"3f2504e0-4f89-41d3-9a0c-0305e82c3301"}',
    'bad payload {"id":18,"user":"7c9e6679-7425-40de-944b-e07fc1f90ae7"}',
  ],
  ['container ids', 'container 4c01db0b339c exited', 'container 9f1bd0c2a7e4 exited'],
]

const otherTexts: Texts[] = [
  ['verbs', 'order 17 was not found', 'order 17 was not paid'],
  ['objects', 'cannot lock cart 5', 'cannot lock user 5'],
  ['names of tables', 'relation "orders" does not exist', 'relation "users" does not exist'],
  ['names of keys', "missing key 'sku'", "missing key 'price'"],
  ['causes after a colon', 'import failed: out of memory', 'import failed: disk full'],
  ['modules', 'No module named shop.orders', 'No module named shop.users'],
  ['methods of HTTP', 'GET https://api.example.com/x failed', 'POST https://api.example.com/x failed'],
  ['second lines', 'migration failed\ncolumn total is missing', 'migration failed\ntable carts is missing'],
  ['file names', 'cannot read config/app.yaml', 'cannot read config/jobs.yaml'],
  ['versions in words', 'TLS handshake failed: certificate expired', 'TLS handshake failed: unknown authority'],
  ['protocol names', 'utf8 decoding failed', 'utf16 decoding failed'],
  ['limits', 'queue orders is full', 'queue orders is empty'],
  ['names of options', 'dry_run=true is invalid', 'force=true is invalid'],
  ['a number or none', 'retry failed', 'retry 3 failed'],
  ['types in messages', 'expected string but got int', 'expected string but got bool'],
]

const templates: Sides[] = [
  ['params differ', template('order %s of %s failed', ['17', 'ann']), template('order %s of %s failed', ['99', 'bob'])],
  [
    'named params differ',
    template('order %(id)s failed', [], 'order 17 failed'),
    template('order %(id)s failed', [], 'order ABC-X failed'),
  ],
  ['braces', template('user {0} was blocked', ['ann']), template('user {0} was blocked', ['zoe'])],
  [
    'words as params',
    template('state changed to %s', ['open'], 'state changed to open'),
    template('state changed to %s', ['closed'], 'state changed to closed'),
  ],
  [
    'formatted by the SDK or here',
    template('slow query: %s', ['select 1']),
    template('slow query: %s', ['delete from carts'], 'slow query: delete from carts'),
  ],
]
const otherTemplates: Sides[] = [
  ['templates', template('order %s failed', ['17']), template('cart %s failed', ['17'])],
  [
    'templates that read alike once filled',
    template('%s failed', ['order'], 'order failed'),
    template('order %s', ['failed'], 'order failed'),
  ],
]

const withStack = (message: string, name: string): Payload => ({
  platform: 'ruby',
  message,
  threads: {
    values: [
      { id: 1, current: true, stacktrace: { frames: [{ function: name, filename: 'app/a.rb', in_app: true }] } },
    ],
  },
})
/** The event that the service creates from a browser's report. */
const csp = (directive: string, source: string, page: string): Payload => ({
  platform: 'javascript',
  message: `Blocked '${directive}' from '${source}'`,
  request: { url: `https://shop.example.com${page}` },
  fingerprint: ['csp', directive, source],
})

/** Messages, and errors without a stack. */
export const messagePairs: Pair[] = [
  ...same('message parameters', ...parameters.map(([title, a, b]): Sides => [title, text(a), text(b)])),
  ...same('values without stack', ...parameters.map(([title, a, b]): Sides => [title, bare(a), bare(b)])),
  ...same('message templates', ...templates),
  ...same('messages with a stack', [
    'texts',
    withStack('order 17 late', 'check'),
    withStack('order 18 of ann late', 'check'),
  ]),
  ...same('policy reports', [
    'pages',
    csp('script-src', 'evil.example.com', '/cart'),
    csp('script-src', 'evil.example.com', '/pay'),
  ]),
  ...different('message texts', ...otherTexts.map(([title, a, b]): Sides => [title, text(a), text(b)])),
  ...different('values without stack', ...otherTexts.map(([title, a, b]): Sides => [title, bare(a), bare(b)])),
  ...different('message templates', ...otherTemplates),
  ...different('messages with a stack', ['places', withStack('late', 'check'), withStack('late', 'sweep')]),
  ...different(
    'policy reports',
    ['directives', csp('script-src', 'evil.example.com', '/'), csp('img-src', 'evil.example.com', '/')],
    ['hosts', csp('script-src', 'evil.example.com', '/'), csp('script-src', 'other.example.net', '/')],
  ),
]
