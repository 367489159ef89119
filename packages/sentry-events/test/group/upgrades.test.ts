import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Frame } from './pairs/pair.js'

const named = (...names: string[]): Frame[] => names.map((name) => ({ function: name }))
const inModule = (...frames: [module: string, name: string][]): Frame[] =>
  frames.map(([module, name]) => ({ module, function: name }))
const inFile = (...frames: [path: string, name: string][]): Frame[] =>
  frames.map(([path, name]) => ({ filename: path, abs_path: path, function: name, in_app: false }))
const inPackage = (binary: string, ...names: string[]): Frame[] =>
  names.map((name) => ({ function: name, package: binary }))

/** The frames below and above the application's: of the runtime, the SDK, a framework or libc. */
type Around = [below: Frame[], above: Frame[]]

interface Upgrade {
  platform: string
  own: Frame
  before: Around
  after: Around
}

const python = '/usr/lib/python3'
const gems = '/usr/lib/ruby/gems/3'

/** One per platform that SDKs report. */
const upgrades: readonly Upgrade[] = [
  {
    platform: 'python',
    own: { module: 'shop.cart', function: 'total', filename: 'shop/cart.py', in_app: true },
    before: [inFile([`${python}.9/threading.py`, 'run']), inFile([`${python}.9/json/decoder.py`, 'decode'])],
    after: [
      inFile([`${python}.13/threading.py`, 'run'], [`${python}.13/site-packages/sentry_sdk/x.py`, 'run']),
      // A module inside the interpreter, which the SDK reports as in-app.
      [{ module: 'os', function: '__getitem__', filename: '<frozen os>', abs_path: '/srv/<frozen os>', in_app: true }],
    ],
  },
  {
    platform: 'node',
    own: { module: 'cart', function: 'total', filename: '/srv/cart.js', in_app: true },
    before: [inFile(['/srv/node_modules/express/lib/router/layer.js', 'handle']), inFile(['node:internal/fs', 'open'])],
    after: [inFile(['/srv/node_modules/router/lib/layer.js', 'handleRequest']), inFile(['node:fs', 'openSync'])],
  },
  {
    platform: 'javascript',
    own: { function: 'total', filename: '/assets/cart.js', in_app: true },
    before: [inFile(['webpack:///node_modules/react-dom/index.js', 'callCallback']), []],
    after: [inFile(['webpack:///node_modules/react-dom/client.js', 'executeDispatch']), []],
  },
  {
    platform: 'ruby',
    own: { function: 'total', filename: 'cart.rb', abs_path: '/srv/app/cart.rb', in_app: true },
    before: [inFile([`${gems}.1.0/gems/puma-5/lib/puma.rb`, 'process']), inFile(['<internal:kernel>', 'Integer'])],
    after: [inFile([`${gems}.4.0/gems/puma-6/lib/puma.rb`, 'Puma::Server#process']), []],
  },
  {
    platform: 'php',
    own: { function: 'App\\Cart::total', filename: '/srv/app/Cart.php', in_app: true },
    before: [inFile(['/srv/vendor/laravel/framework/Kernel.php', 'handle']), []],
    after: [inFile(['/srv/vendor/sentry/sentry/src/Hub.php', 'run']), inFile(['[internal]', 'intdiv'])],
  },
  {
    platform: 'go',
    own: { module: 'main', function: 'total', abs_path: '/srv/cart.go', in_app: true },
    before: [inModule(['net/http', 'HandlerFunc.ServeHTTP']), inModule(['runtime', 'gopanic'])],
    after: [inModule(['net/http', '(*ServeMux).ServeHTTP']), inModule(['internal/runtime/maps', 'fatal'])],
  },
  ...['java', 'kotlin', 'android'].map((platform) => ({
    platform,
    own: { module: 'com.shop.Cart', function: 'total', in_app: true },
    before: around(inModule(['java.lang.Thread', 'run']), inModule(['java.lang.Integer', 'parseInt'])),
    after: around(
      inModule(['java.lang.Thread', 'runWith'], ['jdk.internal.reflect.DirectMethodHandleAccessor', 'invoke']),
      inModule(['jdk.internal.util.Preconditions', 'outOfBounds'], ['io.sentry.Hub', 'capture']),
    ),
  })),
  {
    platform: 'csharp',
    own: { module: 'Shop.Cart', function: 'Total', in_app: true },
    before: [outside(inModule(['System.Threading.Thread', 'StartCallback'])), []],
    after: [
      outside(inModule(['System.Threading.PortableThreadPool', 'Run'])),
      outside(inModule(['System.Number', 'ThrowFormat'])),
    ],
  },
  {
    platform: 'rust',
    own: { function: 'shop::cart::total', filename: 'cart.rs', abs_path: '/srv/src/cart.rs', in_app: true },
    before: [named('__libc_start_main', 'std::rt::lang_start'), named('core::panicking::panic', 'rust_begin_unwind')],
    after: [
      named('_start_c', 'std::rt::lang_start_internal'),
      named('core::option::unwrap_failed', '__rustc::rust_begin_unwind', 'sentry_panic::panic_handler'),
    ],
  },
  {
    platform: 'native',
    own: { function: 'shop::Cart::total(int)', package: '/opt/shop/bin/shop', filename: 'cart.cpp' },
    before: [
      inPackage('/lib/x86_64-linux-gnu/libc-2.31.so', '__libc_start_main'),
      inPackage('/lib/libc.so.6', 'raise'),
    ],
    after: [
      inPackage('/lib/ld-musl-x86_64.so.1', 'libc_start_main_stage2'),
      inPackage('/lib/ld-musl-x86_64.so.1', '__restore_sigs'),
    ],
  },
  {
    platform: 'cocoa',
    own: { function: '-[Cart total]', package: '/private/var/containers/Shop.app/Shop', in_app: true },
    before: [outside(inPackage('/usr/lib/libdyld.dylib', 'start')), []],
    after: [
      outside(inPackage('/usr/lib/dyld', 'start')),
      outside(inPackage('/usr/lib/system/libsystem_kernel.dylib', '__pthread_kill')),
    ],
  },
  {
    platform: 'dart',
    own: { function: 'Cart.total', abs_path: 'package:shop/cart.dart', filename: 'cart.dart', in_app: true },
    before: [inFile(['package:flutter/src/gestures/tap.dart', 'handleTap']), []],
    after: [inFile(['package:flutter/src/widgets/tap_region.dart', 'onTap']), inFile(['dart:core', 'int.parse'])],
  },
  {
    platform: 'elixir',
    own: { module: 'Shop.Cart', function: 'Shop.Cart.total/1', filename: 'lib/shop/cart.ex', in_app: true },
    before: [outside(inModule(['gen_server', ':gen_server.try_dispatch/4'])), []],
    after: [outside(inModule(['gen_server', ':gen_server.try_handle_call/4'])), []],
  },
]

function around(below: Frame[], above: Frame[]): Around {
  return [below, above]
}

function outside(frames: readonly Frame[]): Frame[] {
  return frames.map((frame) => ({ ...frame, in_app: false }))
}

describe('an upgrade of SDK, framework, runtime or libc', () => {
  for (const { platform, own, before, after } of upgrades) {
    it(`leaves the issues of ${platform} unchanged`, () => {
      const fingerprintOf = ([below, above]: Around) =>
        grouped(errorEvent(platform, { type: 'PayError', value: 'x', frames: [...below, own, ...above] })).fingerprint
      expect(fingerprintOf(after)).to.equal(fingerprintOf(before))
      expect(fingerprintOf([[], []])).to.equal(fingerprintOf(before))
      const other = errorEvent(platform, { type: 'PayError', value: 'x', frames: [{ ...own, function: 'refund' }] })
      expect(grouped(other).fingerprint).to.not.equal(fingerprintOf(before))
    })
  }
})
