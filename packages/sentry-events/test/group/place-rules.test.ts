import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Exception, type Frame } from './pairs/pair.js'

const own = (frame: Frame): Frame => ({ in_app: true, ...frame })
const fault = (platform: string, frames: Frame[], exception: Exception = {}) =>
  grouped(errorEvent(platform, { type: 'PriceError', value: 'no price', ...exception, frames })).fingerprint

describe('callers of a function that fails on their behalf', () => {
  const called = (caller: string, by: string) =>
    fault('java', [
      own({ module: 'shop.Jobs', function: by }),
      own({ module: 'shop.Prices', function: caller }),
      own({ module: 'shop.Checks', function: 'require' }),
      own({ module: 'shop.Checks', function: 'fail' }),
    ])

  it('count up to the first one with its own fault', () => {
    expect(called('settle', 'nightly')).to.equal(called('settle', 'submit'))
    expect(called('settle', 'nightly')).not.to.equal(called('refund', 'nightly'))
  })
})

describe('a PHP closure in a file that a class includes', () => {
  const closure = (name: string, filename = '/routes/web.php') => fault('php', [own({ filename, function: name })])

  it('has one name in all versions', () => {
    const newest = closure('{closure:/srv/routes/web.php:55}')
    expect(closure('App\\Providers\\RouteProvider::{closure}')).to.equal(newest)
    expect(closure('Illuminate\\Routing\\Router::{closure}')).to.equal(newest)
  })

  it("is named after the file's class", () => {
    const named = closure('App\\Orders::{closure}', '/app/Orders.php')
    expect(named).not.to.equal(closure('{closure}', '/app/Orders.php'))
  })
})

describe('a PHP template', () => {
  const failing = (hash: string, type: string) =>
    fault('php', [own({ filename: `/storage/views/${hash}.php`, function: '{closure}' })], { type })

  it('is the same, whatever release compiled it and whatever package wraps its errors', () => {
    const newest = failing('8a31c09d5f6e7b2a4c1d0e9f8b7a6c5d4e3f2a1b', 'Illuminate\\View\\ViewException')
    const hash = '1f0e9d8c7b6a5f4e3d2c1b0a9f8e7d6c5b4a3f2e'
    expect(failing(hash, 'Spatie\\LaravelIgnition\\Exceptions\\ViewException')).to.equal(newest)
    expect(failing(hash, 'Facade\\Ignition\\Exceptions\\ViewException')).to.equal(newest)
    expect(failing('orders', 'Illuminate\\View\\ViewException')).not.to.equal(newest)
  })
})

describe('the value of a lazy Kotlin property', () => {
  const value = (frame: Frame) => fault('java', [own(frame)])

  it('has one name in all compilers', () => {
    const older = value({ module: 'harbor.Berth$pilot$2', function: 'invoke' })
    expect(value({ module: 'harbor.Berth', function: 'pilot_delegate$lambda$0' })).to.equal(older)
    expect(value({ module: 'harbor.Berth', function: 'crane_delegate$lambda$1' })).not.to.equal(older)
  })
})

describe('a Rust function without debug information', () => {
  const start: Frame = { in_app: false, function: 'std::rt::lang_start', abs_path: '/rustc/1/library/std/src/rt.rs' }
  const panic = (frame: Frame) => fault('native', [start, own(frame)])

  it('is in the module that its file stands for', () => {
    const known = panic({ function: 'uplink::link::reserve', abs_path: '/srv/uplink/src/link.rs' })
    expect(panic({ function: 'uplink::link::reserve' })).to.equal(known)
    expect(panic({ function: 'uplink::orbit::reserve' })).not.to.equal(known)
  })
})

describe('a function that the C# compiler names', () => {
  const place = (name: string) => fault('csharp', [own({ module: 'Shop.Orders', function: name })])
  const machine = (module: string) => fault('csharp', [own({ module, function: 'MoveNext' })])

  it('has one name with and without its signature, whatever its number', () => {
    expect(place('int <Labels>b__3_0(Order order)')).to.equal(place('<Labels>b__17_1'))
    expect(place('Orders.<>c.<Labels>b__3_0(Order order)')).to.equal(place('Orders.<>c.<Labels>b__4_1(Order order)'))
    expect(place('Task<int> <Import>g__Parse|2_0(string row)')).to.equal(place('<Import>g__Parse|3_1'))
    expect(machine('Shop.Retry+<OnceAsync>d__1`1')).to.equal(machine('Shop.Retry+<OnceAsync>d__4`1'))
    expect(place('int <Labels>b__3_0(Order order)')).not.to.equal(place('int <Totals>b__3_0(Order order)'))
  })
})

describe('a Go closure', () => {
  const panic = (name: string) => fault('go', [own({ module: 'shop/orders', function: name })])

  it('has one name, whatever the compiler inlines it into', () => {
    const alone = panic('handle.func1')
    for (const name of [
      'serve.handle.func3',
      '(*Server).Run.handle.func2',
      'Server.Run.handle.func1.2',
      'main.main.func1.handle.func2',
      'main.func11.handle.1',
    ])
      expect(panic(name), name).to.equal(alone)
    expect(panic('main.(*Order).Total.func1')).to.equal(panic('(*Order).Total.func4'))
  })

  it('retains the name and type of a method', () => {
    expect(panic('Order.Total.func1')).not.to.equal(panic('Cart.Total.func1'))
    expect(panic('(*Order).Total.func1')).not.to.equal(panic('(*Cart).Total.func1'))
  })
})

describe('a Dart closure', () => {
  it('has one name, whether printed by the virtual machine or by packages', () => {
    const closure = (name: string) =>
      fault('dart', [own({ function: name, filename: 'cart.dart', abs_path: 'package:shop/cart.dart' })])
    expect(closure('CartPage.build.<fn>.<fn>')).to.equal(closure('CartPage.build.<anonymous closure>'))
    expect(closure('CartPage.build.<fn>')).not.to.equal(closure('ProfilePage.build.<fn>'))
  })
})

describe('a Node promise that was rejected without a reason', () => {
  it('is one issue, whether or not the SDK sends `undefined`', () => {
    const rejected = (value: string) =>
      grouped(
        errorEvent('node', {
          type: 'Error',
          value,
          mechanism: { type: 'onunhandledrejection', handled: false, synthetic: true },
        }),
      ).fingerprint
    expect(rejected('')).to.equal(rejected('undefined'))
    expect(rejected('')).not.to.equal(rejected('db timeout'))
  })
})

describe('a deferred function in Go', () => {
  const panic = (...frames: string[]) =>
    grouped({
      platform: 'go',
      message: 'unreachable state 7',
      threads: {
        values: [
          { current: true, stacktrace: { frames: frames.map((name) => own({ module: 'main', function: name })) } },
        ],
      },
    }).fingerprint

  it('is not the panicking function of a text panic', () => {
    expect(panic('main', 'guard', 'advance', 'guard.func1')).to.equal(panic('main', 'guard', 'advance'))
    expect(panic('main', 'guard', 'advance')).not.to.equal(panic('main', 'guard', 'retreat', 'guard.func1'))
  })

  it('is recognized by its name, if any', () => {
    const alone = fault('go', [own({ module: 'main', function: 'advance' })])
    for (const name of ['guard', 'recoverPanic', 'logPanic', '(*Server).recoverAndLog'])
      expect(
        fault('go', [own({ module: 'main', function: 'advance' }), own({ module: 'main', function: name })]),
        name,
      ).to.equal(alone)
    const panicking = own({ module: 'main', function: 'panicUnless' })
    expect(fault('go', [own({ module: 'main', function: 'retreat' }), panicking])).not.to.equal(alone)
  })
})

describe('Python code without a file', () => {
  const commit = own({
    module: 'crm.models',
    filename: 'crm/models.py',
    function: 'add',
    context_line: 'session.commit()',
  })
  const generated = (name: string, filename: string) =>
    own({ module: 'sqlalchemy.orm.session', filename, abs_path: `/srv/${filename}`, function: name })

  it('is not in-app, whichever library version generated it', () => {
    const alone = fault('python', [commit])
    expect(fault('python', [commit, generated('commit', '<string>')])).to.equal(alone)
    const wrapper = '<sqlalchemy generated _go() wrapper for sqlalchemy.orm.session.SessionTransaction.commit>'
    expect(fault('python', [commit, generated('commit', wrapper), generated('_flush', '<string>')])).to.equal(alone)
  })

  it('is in-app in the module that was run', () => {
    const typed = (name: string) => fault('python', [own({ module: '__main__', filename: '<stdin>', function: name })])
    expect(typed('total')).not.to.equal(typed('refund'))
  })
})

describe('a package compiled by Cython', () => {
  const read = own({ module: 'shop.shapes', filename: 'shop/shapes.py', function: 'read', context_line: 'read(row)' })
  const compiled = (module: string, name: string) =>
    own({ module, filename: `${module.replaceAll('.', '/')}.pyx`, function: `${module}.${name}` })

  it('is not in-app, even if the SDK says so', () => {
    expect(fault('python', [read, compiled('pydantic.main', 'BaseModel.__init__')])).to.equal(fault('python', [read]))
    expect(fault('python', [read, compiled('pandas._libs.index', 'IndexEngine.get_loc')])).to.equal(
      fault('python', [read]),
    )
  })
})

describe('the source line of a closure', () => {
  const line = (context: string) =>
    fault('python', [own({ module: 'shop', function: '<lambda>', context_line: context })], { type: 'KeyError' })

  it('counts without the use of its value', () => {
    const returned = line('return PRICES[sku]')
    expect(line('price = PRICES[sku]')).to.equal(returned)
    expect(line('self.price: Price = PRICES[sku]')).to.equal(returned)
  })

  it('counts with the names of arguments and comparisons', () => {
    expect(line('net=PRICES[sku],')).not.to.equal(line('gross=PRICES[sku],'))
    expect(line('net == PRICES[sku]')).not.to.equal(line('gross == PRICES[sku]'))
  })
})

describe('a minified Node line', () => {
  const code =
    'import*as r from"fastify";var b=class extends Error{};function y(t,e){if(!t)throw new b(e)}function u(t,e,n){t.x=e.iban}'
  const at = (name: string, colno: number) => fault('node', [own({ function: name, colno, context_line: code })])

  it('has no names at any column', () => {
    expect(at('u', 120)).to.equal(at('m', 90))
  })
  it('is in a bundle that builds may number, and named after the property that holds it', () => {
    const held = (module: string, name: string) =>
      fault('node', [own({ module, function: name, filename: `/app/${module}.js`, colno: 4_285 })])
    expect(held('server-1', 'Object.yZ [as reserve]')).to.equal(held('server-2', 'Object._Q [as reserve]'))
    expect(held('server-1', 'Object.yZ [as reserve]')).not.to.equal(held('server-1', 'Object.yZ [as release]'))
  })
  it('has names of three letters in a large bundle, unlike words of methods', () => {
    const bundled = (name: string) => fault('node', [own({ module: 'server', function: name, colno: 7_066 })])
    expect(bundled('Rve')).to.equal(bundled('use'))
    expect(bundled('Object.Ave [as gift]')).to.equal(bundled('Object.uve [as gift]'))
    expect(bundled('Stock.add')).not.to.equal(bundled('Stock.pop'))
  })
  it('is not hand-written code', () => {
    const written = (name: string) =>
      fault('node', [own({ function: name, colno: 20, context_line: `await load(${'one, two, '.repeat(12)}three);` })])
    expect(written('up')).not.to.equal(written('at'))
  })
})

describe('an error without a meaningful frame', () => {
  const crash = (...binaries: string[]) =>
    fault(
      'native',
      binaries.map((one) => ({ package: one, instruction_addr: '0x7ff6a1b2c3d4' })),
      {
        type: 'EXCEPTION_ACCESS_VIOLATION_READ',
        mechanism: { type: 'minidump', handled: false, synthetic: true },
      },
    )

  it('is identified by the crashed binary, wherever and in whichever version it is installed', () => {
    const mixer = crash('C:\\Program Files\\Mixer\\mixer.exe')
    expect(crash('D:\\Tools\\Mixer.exe')).to.equal(mixer)
    expect(crash('C:\\Drivers\\graphics.dll')).not.to.equal(mixer)
    expect(crash('/opt/libpulse.so.1.2')).to.equal(crash('/usr/local/lib/libpulse.so.2'))
  })
})

describe('a Dart constructor', () => {
  const called = (name: string) => fault('dart', [own({ filename: 'meal.dart', function: name })])

  it('is the same, whether or not it is marked as one', () => {
    expect(called('new Meal.fromJson')).to.equal(called('Meal.fromJson'))
    expect(called('new Meal.fromJson')).not.to.equal(called('new Meal.empty'))
  })
})

describe('code that a bundler moved', () => {
  const raised = (module: string, value: string) =>
    fault('node', [own({ module, function: 'normalise', filename: `/app/${module}`, colno: 9 })], { value })

  it('is the same on Node if the application says what failed, or if the line does', () => {
    expect(raised('tariff.ts', 'Plate "ab" cannot be read')).to.equal(raised('main', 'Plate "cd" cannot be read'))
    expect(raised('tariff.ts', 'Plate "ab" cannot be read')).not.to.equal(raised('main', 'Plate "ab" is too long'))
    const closure = (module: string) =>
      fault('node', [own({ module, function: '?', context_line: 'lines.map((one) => one.tags.join())', colno: 20 })])
    expect(closure('orders')).to.equal(closure('server'))
  })

  it('is in a bundle whose mark and extension say nothing', () => {
    const short = (module: string) =>
      fault('node', [own({ module, function: 'Object.scale', colno: 1_712 })], { value: 'late' })
    expect(short('server.min')).to.equal(short('server.js'))
    expect(short('server.min')).not.to.equal(short('worker.min'))
  })

  it('is named by what wraps an error, not by who does', () => {
    const wrapped = (name: string, colno: number) =>
      grouped(
        errorEvent(
          'node',
          { type: 'Error', value: 'disk full', frames: [own({ module: 'store', function: 'put', colno: 9 })] },
          { type: 'Error', value: 'Could not save order 7', frames: [own({ module: 'app', function: name, colno })] },
        ),
      ).fingerprint
    expect(wrapped('saveOrder', 9)).to.equal(wrapped('h', 1_229))
  })
})

describe('a component in a browser', () => {
  const missing: Exception = { type: 'TypeError', value: "Cannot read properties of undefined (reading 'name')" }
  const at = (file: string, name: string) =>
    fault('javascript', [own({ function: name, filename: `https://a.example/assets/${file}`, colno: 100 })], missing)

  it('is known by its chunk if the function is one that every component has', () => {
    expect(at('DeckPlan-77aa.js', 'Proxy.render')).to.equal(at('DeckPlan-91bc.js', 'Proxy.render'))
    expect(at('DeckPlan-77aa.js', 'Proxy.render')).not.to.equal(at('CrewList-12cd.js', 'Proxy.render'))
    expect(at('DeckPlan-77aa.js', 'countDecks')).to.equal(at('CrewList-12cd.js', 'countDecks'))
  })

  it('has no minified names, at any column', () => {
    expect(at('index-77aa.js', '$')).to.equal(at('index-91bc.js', 'Z'))
  })
})

describe('an error of Apple', () => {
  const failed = (value: string) =>
    fault('cocoa', [own({ function: 'StationAPI.fetch(_:)', filename: 'StationAPI.swift' })], {
      type: 'NSURLErrorDomain',
      value,
    })

  it('is known by its code, in any language', () => {
    expect(failed('Code: -1009')).not.to.equal(failed('Code: -1202'))
    expect(failed('Offline. (Code: -1009)')).to.equal(failed('Nicht verbunden. (Code: -1009)'))
  })
})
