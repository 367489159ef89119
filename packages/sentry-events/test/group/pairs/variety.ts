import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

type Sides = [title: string, left: Payload, right: Payload]
type Texts = [title: string, left: string, right: string]

const frame = (module: string, name: string, more: Frame = {}): Frame => ({
  module,
  function: name,
  lineno: 7,
  in_app: true,
  ...more,
})
const java = (...frames: Frame[]): Payload =>
  errorEvent('java', { type: 'IllegalStateException', value: 'closed', frames })
const go = (...names: string[]): Payload =>
  errorEvent('go', {
    type: 'runtime.Error',
    value: 'nil map',
    frames: names.map((name) => frame('example.com/shop/cart', name, { filename: 'cart.go' })),
  })
const native = (...names: string[]): Payload =>
  errorEvent('native', {
    type: 'SIGSEGV',
    value: 'Segfault',
    frames: names.map((name) => ({ function: name, in_app: true })),
  })
const elixir = (...names: string[]): Payload =>
  errorEvent('elixir', {
    type: 'MatchError',
    value: 'no match',
    frames: names.map((name) => frame('Shop.Orders', name)),
  })
const dart = (...frames: Frame[]): Payload =>
  errorEvent('other', { type: '_TypeError', value: 'Null check operator used on a null value', frames })
const widget: Frame = {
  function: 'CartPage.build.<anonymous closure>',
  filename: 'cart_page.dart',
  abs_path: 'package:shop/cart_page.dart',
  lineno: 30,
  in_app: true,
}
const gap: Frame = { abs_path: '<asynchronous suspension>', filename: '<asynchronous suspension>', in_app: true }
const php = (type: string): Payload =>
  errorEvent('php', {
    type,
    value: 'no',
    frames: [{ function: 'App\\Pay::run', filename: '/app/Pay.php', in_app: true }],
  })
const node = (...frames: Frame[]): Payload => errorEvent('node', { type: 'Error', value: 'x', frames })
const esm = (path: string, name: string): Frame => ({
  function: name,
  filename: path,
  abs_path: path,
  lineno: 3,
  in_app: true,
})

const otherLanguages = [
  ...same(
    'other languages',
    [
      'lambdas that D8 makes',
      java(frame('com.shop.Cart$$ExternalSyntheticLambda3', 'run')),
      java(frame('com.shop.Cart$$ExternalSyntheticLambda11', 'run')),
    ],
    [
      'functions of Scala',
      java(frame('com.shop.Cart$', '$anonfun$total$3')),
      java(frame('com.shop.Cart$', '$anonfun$total$5')),
    ],
    [
      'adapted functions of Scala',
      java(frame('com.shop.Cart$', '$anonfun$total$3$adapted')),
      java(frame('com.shop.Cart$', '$anonfun$total$5$adapted')),
    ],
    ['functions of Clojure', java(frame('shop.core$fn__9821', 'invoke')), java(frame('shop.core$fn__10377', 'invoke'))],
    [
      'accessors of inner classes',
      java(frame('com.shop.Cart', 'access$000')),
      java(frame('com.shop.Cart', 'access$200')),
    ],
    ['closures of Go', go('(*Store).Each', '(*Store).Drop.func1'), go('(*Store).Each', '(*Store).Drop.func2')],
    ['closures in closures of Go', go('Run.func1.2'), go('Run.func3.1')],
    ['type arguments of Go', go('Map[...]', 'total'), go('Map[go.shape.int_0]', 'total')],
    ['closures of Erlang', elixir('-total/1-fun-0-'), elixir('-total/1-fun-2-')],
    ['pauses of Dart', dart(widget, gap), dart(widget)],
    [
      'implementations of Rust by number',
      native('shop::cart::impl$3::total', 'shop::cart::{impl#3}::total'),
      native('shop::cart::impl$3::total', 'shop::cart::{impl#5}::total'),
    ],
    [
      'lambdas of C++',
      native('shop::run()::{lambda(int)#1}::operator()(int) const'),
      native('shop::run()::{lambda(int)#2}::operator()(int) const'),
    ],
    [
      'lambdas of clang',
      native('shop::run()::$_0::operator()() const'),
      native('shop::run()::$_4::operator()() const'),
    ],
    [
      'anonymous exceptions of PHP',
      php('RuntimeException@anonymous/srv/1/app/Pay.php:9$0'),
      php('RuntimeException@anonymous/srv/2/app/Pay.php:14$0'),
    ],
    [
      'ES modules in two folders',
      node(esm('file:///srv/1/app/main.mjs', 'run')),
      node(esm('file:///srv/2/app/main.mjs', 'run')),
    ],
    [
      'layers of Next.js',
      node(esm('webpack-internal:///(rsc)/./src/cart.ts', 'load')),
      node(esm('webpack-internal:///(ssr)/./src/cart.ts', 'load')),
    ],
  ),
  ...different(
    'other languages',
    [
      'lambdas that D8 makes of two classes',
      java(frame('com.shop.Cart$$ExternalSyntheticLambda3', 'run')),
      java(frame('com.shop.User$$ExternalSyntheticLambda3', 'run')),
    ],
    [
      'functions of Scala',
      java(frame('com.shop.Cart$', '$anonfun$total$3')),
      java(frame('com.shop.Cart$', '$anonfun$count$3')),
    ],
    ['closures of Go', go('(*Store).Drop.func1'), go('(*Store).Add.func1')],
    ['functions and their closures in Go', go('(*Store).Drop'), go('(*Store).Drop.func1')],
    ['receivers of Go', go('(*Store).Get'), go('(*Cache).Get')],
    ['clauses of Elixir', elixir('Shop.Orders.total/1'), elixir('Shop.Orders.total/2')],
    [
      'lambdas of C++',
      native('shop::run()::{lambda(int)#1}::operator()(int) const'),
      native('shop::stop()::{lambda(int)#1}::operator()(int) const'),
    ],
    ['closures of Dart', dart(widget), dart({ ...widget, function: 'CartPage.initState.<anonymous closure>' })],
    [
      'anonymous exceptions of PHP',
      php('RuntimeException@anonymous/srv/a.php:9$0'),
      php('LogicException@anonymous/srv/a.php:9$0'),
    ],
  ),
]

const text = (message: string): Payload => ({ platform: 'other', message })
const likeTexts: Texts[] = [
  ['thousands', 'read 1,204 rows', 'read 88 rows'],
  ['loopback of both families', 'connect ECONNREFUSED ::1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
  ['bracketed IPv6', 'listen on [::1]:8080 failed', 'listen on [2001:db8::17]:443 failed'],
  [
    'unique constraints',
    'duplicate key value violates unique constraint "users_email_key"\nDETAIL: Key (email)=(ann@example.com) already exists.',
    'duplicate key value violates unique constraint "users_email_key"\nDETAIL: Key (email)=(bob@example.org) already exists.',
  ],
  [
    'uploads',
    "ENOENT: no such file or directory, open '/tmp/upload_5f2a7be430dac1e2'",
    "ENOENT: no such file or directory, open '/tmp/upload_60b8d295f1d2c43a'",
  ],
  [
    'upper-case ids',
    'tenant 3F2504E0-4F89-41D3-9A0C-0305E82C3301 is gone',
    'tenant 7C9E6679-7425-40DE-944B-E07FC1F90AE7 is gone',
  ],
  ['times in seconds', 'token expired at 1767225600', 'token expired at 1767311999'],
  [
    'object reprs',
    '<shop.Order object at 0x7f3c2a1b4d50> is detached',
    '<shop.Order object at 0x7fae10c0ffee> is detached',
  ],
  [
    'ARNs',
    'no access to arn:aws:sqs:eu-west-1:123456789012:orders',
    'no access to arn:aws:sqs:eu-west-1:998877665544:orders',
  ],
  [
    'database URLs',
    'cannot reach postgres://app:secret@db-1.internal:5432/shop',
    'cannot reach postgres://app:other@db-2.internal:5432/shop?ssl=1',
  ],
  ['US dates', 'statement for 1/10/2026 is missing', 'statement for 12/31/2025 is missing'],
  ['twelve-hour clocks', 'Jan 5, 2026 3:04 PM: feed is stale', 'Feb 17, 2026 11:40 AM: feed is stale'],
  ['versions', 'schema 1.2.3 is too old', 'schema 1.10.0 is too old'],
  ['article numbers', 'article ORD-2024-00017 is locked', 'article ORD-2025-91120 is locked'],
  ['many numbers', 'retry 3/5 in 250ms (attempt id 99)', 'retry 4/5 in 1000ms (attempt id 123456)'],
]
const unlikeTexts: Texts[] = [
  [
    'constraints',
    'duplicate key value violates unique constraint "users_email_key"',
    'duplicate key value violates unique constraint "carts_user_key"',
  ],
  [
    'queues',
    'no access to arn:aws:sqs:eu-west-1:123456789012:orders',
    'no access to arn:aws:sqs:eu-west-1:123456789012:refunds',
  ],
  ['error codes', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ETIMEDOUT 127.0.0.1:5432'],
  ['classes', '<shop.Order object at 0x7f3c2a1b4d50> is detached', '<shop.Cart object at 0x7f3c2a1b4d50> is detached'],
  ['states of HTTP', 'HTTP 404 Not Found', 'HTTP 502 Bad Gateway'],
  ['words with a hash in them', 'feature deadline passed', 'feature baseline passed'],
]

const anr = (waiting: string): Payload => ({
  platform: 'java',
  exception: {
    values: [
      {
        type: 'ApplicationNotResponding',
        value: 'ANR for at least 5000 ms.',
        stacktrace: { frames: [frame('com.shop.Main', 'draw')] },
      },
    ],
  },
  threads: { values: [{ id: 1, name: waiting, stacktrace: { frames: [frame('java.lang.Object', waiting)] } }] },
})
const anonymous = (value: string, colno: number): Payload =>
  errorEvent('javascript', {
    type: 'TypeError',
    value,
    frames: [{ function: '?', filename: 'https://shop.example/app.js', lineno: 1, colno, in_app: true }],
  })
const bareAddress = (address: string): Payload =>
  errorEvent('native', {
    type: 'SIGSEGV',
    value: `Segfault at ${address}`,
    frames: [{ package: '/usr/bin/shopd', in_app: true }],
  })

/** Rare languages, texts and crashes. */
export const varietyPairs: Pair[] = [
  ...otherLanguages,
  ...same('odd messages', ...likeTexts.map(([title, a, b]): Sides => [title, text(a), text(b)])),
  ...different('odd messages', ...unlikeTexts.map(([title, a, b]): Sides => [title, text(a), text(b)])),
  ...same(
    'odd stacks',
    ['what other threads did', anr('wait'), anr('park')],
    ['anonymous code of one bundle', anonymous('x is null', 100), anonymous('x is null', 9_000)],
    ['no symbols at all', bareAddress('0x7ffe1a2b3c4d'), bareAddress('0x600003f1c2a0')],
  ),
  ...different('odd stacks', [
    'anonymous code with other texts',
    anonymous('x is null', 100),
    anonymous('y.map is not a function', 100),
  ]),
]
