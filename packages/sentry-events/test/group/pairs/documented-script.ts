import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

/* Based on the protocol and the runtimes' documentation: PHP and Ruby were not run, browsers elsewhere. */

const php = (name: string, line = '$cart->add($item);'): Frame => ({
  function: name,
  filename: '/srv/shop/src/Cart.php',
  lineno: 12,
  context_line: line,
  in_app: true,
})
const phpError = (...frames: Frame[]): Payload =>
  errorEvent('php', {
    type: 'RuntimeException',
    value: 'cart is locked',
    frames: [php('{main}', '$app->run();'), ...frames],
  })

const phpPairs = [
  ...same(
    'documented: PHP',
    [
      'closures of 8.3 and 8.4',
      phpError(php('Shop\\Cart::Shop\\{closure}')),
      phpError(php('Shop\\Cart::{closure:Shop\\Cart::add():12}')),
    ],
    [
      'closures in a file of 8.3 and 8.4',
      phpError(php('{closure}')),
      phpError(php('{closure:/srv/shop/src/Cart.php:12}')),
    ],
    ['closures in closures', phpError(php('{closure:{closure:Shop\\run():3}:5}')), phpError(php('Shop\\{closure}'))],
    [
      'anonymous classes of two deployments',
      phpError(php('class@anonymous\0/srv/1/Cart.php:12$0::handle')),
      phpError(php('class@anonymous\0/srv/2/Cart.php:30$1::handle')),
    ],
    [
      'internal functions between',
      phpError(php('Shop\\Cart::add'), { function: 'array_map', filename: '[internal]', in_app: false }),
      phpError(php('Shop\\Cart::add')),
    ],
  ),
  ...different(
    'documented: PHP',
    [
      'two closures of one class',
      phpError(php('Shop\\Cart::Shop\\{closure}', 'pay();')),
      phpError(php('Shop\\Cart::Shop\\{closure}', 'ship();')),
    ],
    [
      'closures of two classes',
      phpError(php('Shop\\Cart::Shop\\{closure}')),
      phpError(php('Shop\\Order::Shop\\{closure}')),
    ],
  ),
]

const ruby = (name: string, line = 'cart.add(item)'): Frame => ({
  function: name,
  filename: 'app/models/cart.rb',
  abs_path: '/srv/shop/app/models/cart.rb',
  lineno: 12,
  context_line: line,
  in_app: true,
})
const gem = (name: string, version: string): Frame => ({
  function: name,
  filename: 'rack/head.rb',
  abs_path: `/usr/lib/ruby/gems/3.3.0/gems/rack-${version}/lib/rack/head.rb`,
  in_app: false,
})
const rubyError = (...frames: Frame[]): Payload => errorEvent('ruby', { type: 'KeyError', value: 'x', frames })
const rubyMessage = (message: string): Payload => ({
  platform: 'ruby',
  message,
  threads: {
    values: [
      {
        current: true,
        stacktrace: {
          frames: [
            ruby('place'),
            { function: 'add', filename: 'logger.rb', abs_path: '/usr/lib/ruby/3.3.0/logger.rb', in_app: true },
          ],
        },
      },
    ],
  },
})

const rubyPairs = [
  ...same(
    'documented: Ruby',
    ['methods of 3.3 and 3.4', rubyError(ruby('add')), rubyError(ruby('Shop::Cart#add'))],
    ['methods of classes of 3.3 and 3.4', rubyError(ruby('find')), rubyError(ruby('Shop::Cart.find'))],
    ['blocks of 3.3 and 3.4', rubyError(ruby('block in add')), rubyError(ruby('block in Shop::Cart#add'))],
    ['levels of blocks', rubyError(ruby('block (2 levels) in add')), rubyError(ruby('block in Shop::Cart#add'))],
    [
      'another version of a gem',
      rubyError(gem('call', '2.2.4'), ruby('add')),
      rubyError(gem('Rack::Head#call', '3.1.0'), ruby('add')),
    ],
    [
      'methods of the core that 3.4 shows',
      rubyError(ruby('add'), { function: 'Array#each', filename: '<internal:array>', in_app: true }),
      rubyError(ruby('add')),
    ],
    ['ids in a message', rubyMessage('order 12 is late'), rubyMessage('order 99 is late')],
  ),
  ...different(
    'documented: Ruby',
    ['two methods', rubyError(ruby('Shop::Cart#add')), rubyError(ruby('Shop::Cart#remove'))],
    ['lines of one block', rubyError(ruby('block in add', 'pay')), rubyError(ruby('block in add', 'ship'))],
    ['messages of one helper', rubyMessage('order 12 is late'), rubyMessage('order 12 is lost')],
  ),
]

const web = (name: string, file: string, colno: number): Frame => ({
  function: name,
  filename: file,
  lineno: 1,
  colno,
  in_app: true,
})
const webError = (value: string, ...frames: Frame[]): Payload =>
  errorEvent('javascript', { type: 'Error', value, frames })
const rejected = (value: string, type = 'Error'): Payload =>
  errorEvent('javascript', {
    type,
    value,
    mechanism: { type: 'onunhandledrejection', handled: false, synthetic: true },
  })
const app = (name: string, path: string): Frame => ({
  function: name,
  filename: path,
  lineno: 4,
  colno: 9,
  context_line: 'return cart.add(item)',
  in_app: true,
})

const scriptPairs = [
  ...same(
    'documented: browsers and bundlers',
    [
      'a minified function that the next build renames',
      webError('cart is locked', web('t', 'https://shop.example/assets/index-3f9a1b2c.js', 48_211)),
      webError('cart is locked', web('nr', 'https://shop.example/assets/index-77c0de1f.js', 51_004)),
    ],
    [
      'a development server adds a query',
      webError('x', app('add', '/srv/shop/src/cart.ts?t=1767225600000')),
      webError('x', app('add', '/srv/shop/src/cart.ts?t=1767311999999')),
    ],
    [
      'another layout of node_modules',
      webError(
        'x',
        { ...app('run', '/srv/shop/node_modules/.pnpm/react@18.2.0/node_modules/react/index.js'), in_app: true },
        app('add', '/srv/shop/src/cart.ts'),
      ),
      webError(
        'x',
        { ...app('run', '/srv/shop/node_modules/react/index.js'), in_app: true },
        app('add', '/srv/shop/src/cart.ts'),
      ),
    ],
    [
      'thrown objects of two SDKs',
      rejected('Object captured as promise rejection with keys: code, order', 'UnhandledRejection'),
      rejected('Object captured as exception with keys: code, order'),
    ],
    [
      'thrown objects with the same keys and two codes',
      { ...rejected('Object captured as exception with keys: code'), extra: { __serialized__: { code: 'E_STOCK' } } },
      { ...rejected('Object captured as exception with keys: code'), extra: { __serialized__: { code: 'E_PAY' } } },
    ],
    [
      'thrown texts of two SDKs',
      rejected('Non-Error promise rejection captured with value: db timeout', 'UnhandledRejection'),
      rejected('db timeout'),
    ],
    [
      'states of an overloaded server',
      rejected('Request failed with status code 502'),
      rejected('Request failed with status code 503'),
    ],
  ),
  ...different(
    'documented: browsers and bundlers',
    [
      'texts of minified functions',
      webError('cart is locked', web('t', 'https://shop.example/assets/index-3f9a1b2c.js', 48_211)),
      webError('price is missing', web('t', 'https://shop.example/assets/index-3f9a1b2c.js', 48_900)),
    ],
    [
      'keys of thrown objects',
      rejected('Object captured as exception with keys: code, order'),
      rejected('Object captured as exception with keys: status, url'),
    ],
    [
      'states of HTTP',
      rejected('Request failed with status code 404'),
      rejected('Request failed with status code 500'),
    ],
  ),
]

const native = (...names: string[]): Payload =>
  errorEvent('native', {
    type: 'SIGSEGV',
    value: 'Segfault',
    frames: names.map((name) => ({
      function: name,
      package: name.startsWith('shop') ? '/srv/shopd' : '/lib/libc.so.6',
    })),
  })

const nativePairs = [
  ...same(
    'documented: C and C++',
    [
      'another libc',
      native('_start', '__libc_start_main', 'shop::run(int)'),
      native('_start', '__libc_start_main_impl', '__libc_start_call_main', 'shop::run(int)'),
    ],
    [
      'glibc and musl',
      native('__libc_start_call_main', 'shop::run(int)'),
      native('libc_start_main_stage2', 'shop::run(int)'),
    ],
    [
      'threads of two libcs',
      native('clone', 'start_thread', 'shop::work()'),
      native('__clone3', 'start_thread', 'shop::work()'),
    ],
    ['arguments of templates', native('shop::Cart<int>::add(int)'), native('shop::Cart<long>::add(long)')],
    ['parts that an optimiser split off', native('shop::add(int) [clone .cold]'), native('shop::add(int)')],
  ),
  ...different('documented: C and C++', ['two functions', native('shop::run(int)'), native('shop::stop(int)')]),
]

/** Names as runtimes, bundlers and browsers produce them, according to their documentation. */
export const documentedScriptPairs: Pair[] = [...phpPairs, ...rubyPairs, ...scriptPairs, ...nativePairs]
