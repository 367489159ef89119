import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

const origin = 'https://app.shop.example'

function web(name: string, file: string, more: Frame = {}): Frame {
  return { function: name, filename: `${origin}${file}`, lineno: 1, colno: 4_211, in_app: true, ...more }
}

function webError(frames: Frame[], value = 'x is not a function', type = 'TypeError'): Payload {
  return errorEvent('javascript', { type, value, frames })
}

const extension = (host: string, file: string): Frame => ({
  function: 'send',
  filename: `${host}${file}`,
  lineno: 3,
  colno: 18,
  in_app: true,
})

const source = (file: string, name: string, line: string, more: Frame = {}): Frame => ({
  function: name,
  filename: `app:///src/${file}`,
  abs_path: `webpack:///src/${file}`,
  lineno: 10,
  context_line: line,
  in_app: true,
  ...more,
})

const node = (path: string, name: string, more: Frame = {}): Frame => ({
  function: name,
  filename: path,
  lineno: 5,
  colno: 9,
  in_app: !path.includes('node_modules') && !path.startsWith('node:'),
  ...more,
})

function nodeError(frames: Frame[], value = 'boom', type = 'Error'): Payload {
  return errorEvent('node', { type, value, frames })
}

const save = web('saveCart', '/static/js/main.1f2e3d4c.js')
const pay = web('pay', '/static/js/main.1f2e3d4c.js')
const own = node('/srv/app/jobs/send-mail.js', 'sendMail')
const longLine = (name: string) =>
  `!function(e,t){"use strict";${`function ${name}(e){return e+1}`.repeat(6)}}(window,document)`

const builds = same(
  'minified builds',
  [
    'new hash in the file name',
    webError([save, pay]),
    webError([save, pay].map((f) => ({ ...f, filename: `${origin}/static/js/main.99aabbcc.js` }))),
  ],
  [
    'another chunk after a build',
    webError([save]),
    webError([web('saveCart', '/static/js/327.5c9e11d0.chunk.js', { colno: 77 })]),
  ],
  [
    'Vite names its chunks anew',
    webError([web('open', '/assets/index-DkX9s2aB.js')]),
    webError([web('open', '/assets/index-B7qPz01c.js')]),
  ],
  [
    'the CDN of the team moved',
    webError([pay]),
    webError([{ ...pay, filename: 'https://cdn2.shop.example/v91/main.js' }]),
  ],
  [
    'a version in the query',
    webError([web('open', '/js/app.js?v=1812')]),
    webError([web('open', '/js/app.js?v=1833')]),
  ],
  [
    'long source lines of two builds',
    webError([{ ...pay, context_line: longLine('a') }]),
    webError([{ ...pay, context_line: longLine('bq') }]),
  ],
  [
    'Electron bundles with a hash',
    webError([{ ...pay, filename: 'app:///dist/renderer.4f3a2b1c.js' }]),
    webError([{ ...pay, filename: 'app:///dist/renderer.0dd1be3f.js' }]),
  ],
  [
    'server bundles with a hash',
    nodeError([node('/srv/.next/server/chunks/page-4f3a2b1c9d.js', 'render')]),
    nodeError([node('/srv/.next/server/chunks/page-77e1aa20bc.js', 'render')]),
  ],
  [
    'source maps with the same sources',
    webError([source('cart.ts', 'add', 'items.push(item)', { colno: 5 })]),
    webError([source('cart.ts', 'add', '  items.push(item)  ', { colno: 11, lineno: 44 })]),
  ],
)

const engines = same(
  'browser engines',
  [
    'Firefox names anonymous functions by their place',
    webError([web('init/<', '/a.js'), pay]),
    webError([web('?', '/a.js'), pay]),
  ],
  [
    'Chrome names the object of a method',
    webError([web('Object.saveCart', '/a.js')]),
    webError([web('saveCart', '/a.js')]),
  ],
  [
    'a method through an alias',
    webError([web('Cart.add [as onClick]', '/a.js')]),
    webError([web('Cart.add', '/a.js')]),
  ],
  ['a constructor', webError([web('new CartView', '/a.js')]), webError([web('CartView', '/a.js')])],
  [
    'an awaited function in Chrome',
    webError([web('async loadCart', '/a.js'), pay]),
    webError([web('loadCart', '/a.js'), pay]),
  ],
  [
    'an awaited function in Firefox',
    webError([web('async*loadCart', '/a.js'), pay]),
    webError([web('loadCart', '/a.js'), pay]),
  ],
  [
    'native frames of Safari',
    webError([save, { function: 'forEach', filename: '[native code]', in_app: true }, pay]),
    webError([save, pay]),
  ],
  [
    'native frames of Chrome',
    webError([save, { function: 'Array.forEach', filename: '<anonymous>', in_app: true }, pay]),
    webError([save, pay]),
  ],
  [
    'places of promises',
    nodeError([node('index 0', 'async Promise.all', { in_app: false }), own]),
    nodeError([node('index 3', 'async Promise.all', { in_app: false }), own]),
  ],
  [
    'places of promises in browsers',
    webError([web('Promise.all', '', { filename: 'index 1' }), pay]),
    webError([web('Promise.all', '', { filename: 'index 2' }), pay]),
  ],
  ['eval around the code', webError([web('eval', '/a.js'), pay]), webError([pay])],
)

const noise = same(
  'extensions and CDNs',
  ...[
    'chrome-extension://hdokiejnpimakedhajhdlcegeplioahd',
    'moz-extension://b7a9-11',
    'safari-web-extension://4A1D',
  ].map((host): [string, Payload, Payload] => [
    `an extension wraps the call: ${host.split(':', 1)[0] ?? ''}`,
    webError([extension(host, '/inpage.js'), save, pay]),
    webError([save, pay]),
  ]),
  [
    'jQuery of a CDN around the handler',
    webError([{ function: 'dispatch', filename: 'https://code.jquery.com/jquery-3.6.0.min.js', in_app: true }, pay]),
    webError([{ function: 'trigger', filename: 'https://code.jquery.com/jquery-3.7.1.min.js', in_app: true }, pay]),
  ],
  [
    'React of unpkg around the component',
    webError([
      { function: 'Wg', filename: 'https://unpkg.com/react-dom@18.2.0/umd/react-dom.production.min.js', in_app: true },
      save,
    ]),
    webError([
      { function: 'Xf', filename: 'https://unpkg.com/react-dom@18.3.1/umd/react-dom.production.min.js', in_app: true },
      save,
    ]),
  ],
  [
    'vendor scripts of jsdelivr',
    webError([{ function: 'a', filename: 'https://cdn.jsdelivr.net/npm/vue@3/dist/vue.global.js', in_app: true }, pay]),
    webError([pay]),
  ],
)

const runtime = same(
  'async frames',
  [
    'ticks of the event loop',
    nodeError([node('node:internal/process/task_queues', 'process.processTicksAndRejections'), own]),
    nodeError([own]),
  ],
  [
    'ticks of an old Node',
    nodeError([node('internal/process/next_tick.js', 'process._tickCallback', { in_app: false }), own]),
    nodeError([own]),
  ],
  ['microtasks', nodeError([node('', 'runMicrotasks', { filename: '<anonymous>' }), own]), nodeError([own])],
  [
    'helpers of Babel',
    nodeError([node('/srv/app/node_modules/@babel/runtime/helpers/asyncToGenerator.js', 'asyncGeneratorStep'), own]),
    nodeError([own]),
  ],
  [
    'polyfills',
    webError([
      source('../node_modules/core-js/modules/es.promise.js', 'callReaction', 'value = handler(value)', {
        abs_path: 'webpack:///node_modules/core-js/modules/es.promise.js',
      }),
      source('a.ts', 'a', 'b()'),
    ]),
    webError([source('a.ts', 'a', 'b()')]),
  ],
  [
    'called after a timer or at once',
    nodeError([node('node:internal/timers', 'listOnTimeout'), own]),
    nodeError([own]),
  ],
  [
    'an inherited method, called on objects of two classes',
    nodeError([node('/srv/app/repository.js', 'Cart.find')]),
    nodeError([node('/srv/app/repository.js', 'Order.find')]),
  ],
  [
    'awaited in Node',
    nodeError([node('/srv/app/a.js', 'async main'), own]),
    nodeError([node('/srv/app/a.js', 'main'), own]),
  ],
)

const rejected = (value: string): Payload => ({
  platform: 'javascript',
  exception: {
    values: [{ type: 'UnhandledRejection', value, mechanism: { type: 'onunhandledrejection', handled: false } }],
  },
})

const stackless = same(
  'no stack',
  [
    'a rejection with other ids',
    rejected('Non-Error promise rejection captured with value: order 17'),
    rejected('Non-Error promise rejection captured with value: order 9923'),
  ],
  [
    'a request that failed',
    rejected('Request to https://api.shop.example/v1/carts/17 failed with status 502'),
    rejected('Request to https://api.shop.example/v1/carts/18?full=1 failed with status 503'),
  ],
  [
    'a chunk that did not load',
    webError([], 'Loading chunk 17 failed. (error: https://app.shop.example/js/17.1f2e.js)', 'ChunkLoadError'),
    webError([], 'Loading chunk 211 failed. (error: https://app.shop.example/js/211.9b3a.js)', 'ChunkLoadError'),
  ],
)

const others = [
  ...different(
    'no stack',
    [
      'other rejected values',
      rejected('Non-Error promise rejection captured with value: Timeout'),
      rejected('Non-Error promise rejection captured with value: undefined'),
    ],
    ['script errors and rejections', webError([], 'Script error.', 'Error'), rejected('Script error.')],
    [
      'a chunk of script or of style',
      webError([], 'Loading chunk 17 failed.', 'ChunkLoadError'),
      webError([], 'Loading CSS chunk 17 failed.', 'ChunkLoadError'),
    ],
  ),
  ...different(
    'browser engines',
    ['other methods of one object', webError([web('Cart.add', '/a.js')]), webError([web('Cart.remove', '/a.js')])],
    ['more calls below', webError([save]), webError([save, pay])],
    ['mutual recursion is not recursion', webError([save, pay]), webError([save, pay, save, pay])],
  ),
  ...different(
    'minified builds',
    [
      'short source lines differ',
      webError([{ ...pay, context_line: 'total(a)' }]),
      webError([{ ...pay, context_line: 'refund(a)' }]),
    ],
    [
      'files that are told apart by a word',
      nodeError([node('/srv/dist/page-orders.js', 'render')]),
      nodeError([node('/srv/dist/page-account.js', 'render')]),
    ],
    [
      'files that are told apart by a number',
      nodeError([node('/srv/migrations/20240101-add-total.js', 'up')]),
      nodeError([node('/srv/migrations/20240305-drop-cart.js', 'up')]),
    ],
  ),
  ...different(
    'extensions and CDNs',
    [
      'an extension fails by itself, or the page does',
      webError([extension('chrome-extension://abc', '/inpage.js')]),
      webError([pay]),
    ],
    [
      'two extensions fail',
      webError([extension('chrome-extension://abc', '/inpage.js')]),
      webError([extension('chrome-extension://abc', '/content.js')]),
    ],
  ),
]

/** Stack variations in browsers and Node. */
export const javascriptPairs: Pair[] = [...builds, ...engines, ...noise, ...runtime, ...stackless, ...others]
