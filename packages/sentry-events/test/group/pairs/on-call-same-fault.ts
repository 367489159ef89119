import { different, errorEvent, same, type Exception, type Frame, type Pair, type Payload } from './pair.js'

/* One function reached from two places, and texts that differ by data: judged as somebody on call would, before the rules were asked. */

type Raise = (exception: string | Exception, ...frames: Frame[]) => Payload
const raise =
  (platform: string): Raise =>
  (exception, ...frames) => {
    const [, type = '', value = ''] = typeof exception === 'string' ? (/^(.*?): ([^]*)$/.exec(exception) ?? []) : []
    return errorEvent(platform, { ...(typeof exception === 'string' ? { type, value } : exception), frames })
  }

const frame = (fields: Frame): Frame => ({ in_app: true, ...fields })
const installed = (path: string, name: string, module = ''): Frame =>
  frame({ function: name, module, filename: path, abs_path: path, in_app: false })

const python = raise('python')
const py = (name: string, line: string, module = 'shop.orders'): Frame =>
  frame({ function: name, module, filename: `${module.replaceAll('.', '/')}.py`, context_line: line })
const flask = installed('/srv/lib/python3.12/site-packages/flask/app.py', 'dispatch_request', 'flask.app')
const celery = installed('/srv/lib/python3.12/site-packages/celery/app/trace.py', 'trace_task', 'celery.app.trace')
const view = py('show', 'return render(load(id))', 'shop.views')
const task = py('nightly', 'for one in all: load(one)', 'shop.tasks')
const requests = installed('/srv/lib/python3.12/site-packages/requests/adapters.py', 'send', 'requests.adapters')
const decoder = installed('/usr/lib/python3.12/json/decoder.py', 'raw_decode', 'json.decoder')

const node = raise('node')
const js = (name: string, line: string, module = 'orders'): Frame =>
  frame({ function: name, module, filename: `/srv/app/${module}.js`, context_line: line, colno: 3 })
const express = installed('/srv/app/node_modules/express/lib/router/layer.js', 'Layer.handle')
const route = js('showOrder', '  reply(total(await find(id)))', 'routes')
const worker = js('runJob', '  sum += total(order)', 'worker')

const go = raise('go')
const gf = (name: string, module = 'example.com/shop/orders'): Frame =>
  frame({ function: name, module, abs_path: `/src/${module}/a.go` })

const java = raise('java')
const jf = (module: string, name: string): Frame =>
  frame({ module, function: name, in_app: module.startsWith('com.shop.') })

const ruby = raise('ruby')
const rb = (name: string, line: string, file: string): Frame =>
  frame({ function: name, filename: file, abs_path: `/srv/${file}`, context_line: line })

const php = raise('php')
const pf = (name: string, line: string): Frame =>
  frame({ function: name, filename: `/srv/app/${name.split('::')[0] ?? ''}.php`, context_line: line })

const dotnet = raise('csharp')
const net = (module: string, name: string): Frame =>
  frame({ module, function: name, in_app: module.startsWith('Shop.') })

const rust = raise('native')
const rs = (name: string): Frame => frame({ function: name, filename: 'orders.rs', abs_path: '/src/orders.rs' })

const reached = same(
  'on call: one fault, reached from two places',
  [
    'a key missing behind Flask and Celery',
    python("KeyError: 'sku'", flask, view, py('load', "return row['sku']")),
    python("KeyError: 'sku'", celery, task, py('load', "return row['sku']")),
  ],
  [
    'a body that is no JSON behind two views',
    python('JSONDecodeError: Expecting value', flask, view, py('read_body', 'return json.loads(text)'), decoder),
    python(
      'JSONDecodeError: Extra data',
      flask,
      py('save', 'read_body(text)', 'shop.views'),
      py('read_body', 'return json.loads(text)'),
      decoder,
    ),
  ],
  [
    'a rate that is none in a view and a task',
    python('RateError: rate 12 is refused', view, py('rate', 'raise RateError(f"rate {r} is refused")')),
    python('RateError: rate 0.5 is refused', task, py('rate', 'raise RateError(f"rate {r} is refused")')),
  ],
  [
    'an order without lines behind express and in a worker',
    node(
      "TypeError: Cannot read properties of undefined (reading 'lines')",
      express,
      route,
      js('total', '  return order.lines.length'),
    ),
    node(
      "TypeError: Cannot read properties of undefined (reading 'lines')",
      worker,
      js('total', '  return order.lines.length'),
    ),
  ],
  [
    'an index in a handler and in a goroutine of Go',
    go(
      'runtime.boundsError: index out of range [3] with length 3',
      gf('(*Server).Show', 'example.com/shop/api'),
      gf('Line'),
    ),
    go('runtime.boundsError: index out of range [7] with length 2', gf('nightly', 'example.com/shop/jobs'), gf('Line')),
  ],
  [
    'a check of Go behind two handlers',
    go('*errors.errorString: order has no lines', gf('(*Server).Show', 'example.com/shop/api'), gf('Total')),
    go('*errors.errorString: order has no lines', gf('(*Server).Pay', 'example.com/shop/api'), gf('Total')),
  ],
  [
    'a null of Java behind a controller and a schedule',
    java(
      { type: 'NullPointerException', module: 'java.lang' },
      jf('com.shop.web.Orders', 'show'),
      jf('com.shop.Labels', 'of'),
    ),
    java(
      { type: 'NullPointerException', module: 'java.lang' },
      jf('com.shop.jobs.Nightly', 'run'),
      jf('com.shop.Labels', 'of'),
    ),
  ],
  [
    'a rule of an own type of Java',
    java(
      { type: 'OrderClosedException', module: 'com.shop', value: 'order 7 is closed' },
      jf('com.shop.web.Orders', 'pay'),
      jf('com.shop.Order', 'add'),
    ),
    java(
      { type: 'OrderClosedException', module: 'com.shop', value: 'order 9 is closed' },
      jf('com.shop.jobs.Import', 'run'),
      jf('com.shop.Order', 'add'),
    ),
  ],
  [
    'an Optional of Java without value',
    java(
      { type: 'NoSuchElementException', module: 'java.util', value: 'No value present' },
      jf('com.shop.web.Orders', 'show'),
      jf('com.shop.Prices', 'latest'),
      jf('java.util.Optional', 'get'),
    ),
    java(
      { type: 'NoSuchElementException', module: 'java.util', value: 'No value present' },
      jf('com.shop.jobs.Nightly', 'run'),
      jf('com.shop.Prices', 'latest'),
      jf('java.util.Optional', 'orElseThrow'),
    ),
  ],
  [
    'nil in a helper of Rails and a job',
    ruby(
      "NoMethodError: undefined method `name' for nil:NilClass",
      rb('show', '@label = label(order)', 'orders_controller.rb'),
      rb('label', 'order.customer.name', 'label.rb'),
    ),
    ruby(
      "NoMethodError: undefined method 'name' for nil",
      rb('perform', 'label(order)', 'mail_job.rb'),
      rb('OrderHelper#label', 'order.customer.name', 'label.rb'),
    ),
  ],
  [
    'a division in PHP behind a controller and a command',
    php(
      'DivisionByZeroError: Division by zero',
      pf('Cart::show', 'return $this->stats->mean($all);'),
      pf('Stats::mean', 'return $sum / $count;'),
    ),
    php(
      'DivisionByZeroError: Division by zero',
      pf('Report::run', '$mean = $stats->mean($rows);'),
      pf('Stats::mean', 'return $sum / $count;'),
    ),
  ],
  [
    'a key that .NET does not find',
    dotnet(
      {
        type: 'System.Collections.Generic.KeyNotFoundException',
        value: "The given key 'de' was not present in the dictionary.",
      },
      net('Shop.Web.Home', 'Index'),
      net('Shop.Words', 'Of'),
      net('System.Collections.Generic.Dictionary`2', 'get_Item'),
    ),
    dotnet(
      {
        type: 'System.Collections.Generic.KeyNotFoundException',
        value: "The given key 'fr' was not present in the dictionary.",
      },
      net('Shop.Jobs.Mails', 'Run'),
      net('Shop.Words', 'Of'),
      net('System.Collections.Generic.Dictionary`2', 'get_Item'),
    ),
  ],
  [
    'a property of Kotlin that was not set',
    java(
      {
        type: 'UninitializedPropertyAccessException',
        module: 'kotlin',
        value: 'lateinit property cart has not been initialized',
      },
      jf('com.shop.ui.Home', 'onResume'),
      jf('com.shop.Session', 'getCart'),
    ),
    java(
      {
        type: 'UninitializedPropertyAccessException',
        module: 'kotlin',
        value: 'lateinit property cart has not been initialized',
      },
      jf('com.shop.ui.Pay', 'onCreate'),
      jf('com.shop.Session', 'getCart'),
    ),
  ],
  [
    'None in a helper behind axum and in main',
    rust('panic: called `Option::unwrap()` on a `None` value', rs('shop::web::show'), rs('shop::orders::first')),
    rust('panic: called `Option::unwrap()` on a `None` value', rs('shop::jobs::nightly'), rs('shop::orders::first')),
  ],
)

const helped = different(
  'on call: one helper, two faults',
  [
    'a client that waits for two services',
    python(
      'ReadTimeout: timed out',
      view,
      py('load_stock', "get_json('/stock')"),
      py('get_json', 'return session.get(url).json()'),
      requests,
    ),
    python(
      'ReadTimeout: timed out',
      view,
      py('load_mail', "get_json('/mail')"),
      py('get_json', 'return session.get(url).json()'),
      requests,
    ),
  ],
  [
    'an own error of a client by its state',
    python('StockError: stock said 404', view, py('ask', 'raise StockError(f"stock said {status}")')),
    python('StockError: stock said 503', view, py('ask', 'raise StockError(f"stock said {status}")')),
  ],
  [
    'a check that is told what to say',
    python('CheckError: no lines', view, py('check', 'raise CheckError(text)')),
    python('CheckError: no owner', task, py('check', 'raise CheckError(text)')),
  ],
  [
    'a store that is told what to find',
    python('MissingError: order 7 is gone', view, py('find', 'raise MissingError(f"{kind} {id} is gone")')),
    python('MissingError: customer 7 is gone', task, py('find', 'raise MissingError(f"{kind} {id} is gone")')),
  ],
  [
    'an invariant of Node that two functions call',
    node(
      'InvariantError: broken',
      js('pay', '  invariant(order.open)'),
      js('invariant', '  if (!isTrue) throw new InvariantError("broken")'),
    ),
    node(
      'InvariantError: broken',
      js('ship', '  invariant(order.paid)'),
      js('invariant', '  if (!isTrue) throw new InvariantError("broken")'),
    ),
  ],
  [
    'two types that one line throws',
    node('TypeError: sku.trim is not a function', route, js('clean', '  return find(sku.trim()).sku')),
    node('RangeError: no such sku', route, js('clean', '  return find(sku.trim()).sku')),
  ],
  [
    'a retry of Node that gives up two operations',
    node(
      'GaveUpError: gave up after 3 times',
      js('loadStock', '  return retry(() => stock.load())'),
      js('retry', '  throw new GaveUpError(`gave up after ${n} times`)'),
    ),
    node(
      'GaveUpError: gave up after 5 times',
      js('sendMail', '  return retry(() => mail.send())'),
      js('retry', '  throw new GaveUpError(`gave up after ${n} times`)'),
    ),
  ],
  [
    'rows that are missing for two callers in Go',
    go('*errors.errorString: sql: no rows in result set', gf('LoadOrder'), gf('scanRow')),
    go('*errors.errorString: sql: no rows in result set', gf('LoadUser'), gf('scanRow')),
  ],
  [
    'two ends of a stream in Go',
    go('*errors.errorString: unexpected EOF', gf('readCatalog'), gf('readAll')),
    go('*errors.errorString: unexpected EOF', gf('readMails'), gf('readAll')),
  ],
  [
    'one repository of Java, two entities',
    java(
      { type: 'EntityNotFoundException', module: 'com.shop', value: 'id 7' },
      jf('com.shop.Orders', 'load'),
      jf('com.shop.BaseRepository', 'byId'),
    ),
    java(
      { type: 'EntityNotFoundException', module: 'com.shop', value: 'id 9' },
      jf('com.shop.Users', 'load'),
      jf('com.shop.BaseRepository', 'byId'),
    ),
  ],
  [
    'one template of Spring, two queries',
    java(
      { type: 'BadSqlGrammarException', module: 'org.springframework.jdbc' },
      jf('com.shop.Orders', 'load'),
      jf('com.shop.Db', 'rows'),
      jf('org.springframework.jdbc.core.JdbcTemplate', 'query'),
    ),
    java(
      { type: 'BadSqlGrammarException', module: 'org.springframework.jdbc' },
      jf('com.shop.Users', 'load'),
      jf('com.shop.Db', 'rows'),
      jf('org.springframework.jdbc.core.JdbcTemplate', 'query'),
    ),
  ],
  [
    'a request of .NET that two clients send',
    dotnet(
      'System.Net.Http.HttpRequestException: refused',
      net('Shop.Stock', 'Load'),
      net('Shop.Http', 'Ask'),
      net('System.Net.Http.HttpClient', 'SendAsync'),
    ),
    dotnet(
      'System.Net.Http.HttpRequestException: refused',
      net('Shop.Mail', 'Send'),
      net('Shop.Http', 'Ask'),
      net('System.Net.Http.HttpClient', 'SendAsync'),
    ),
  ],
  [
    'a guard of .NET that two methods call',
    dotnet('Shop.GuardException: null', net('Shop.Orders', 'Pay'), net('Shop.Guard', 'NotNull')),
    dotnet('Shop.GuardException: null', net('Shop.Orders', 'Ship'), net('Shop.Guard', 'NotNull')),
  ],
  [
    'arguments that two callers of Ruby forgot',
    ruby(
      'ArgumentError: wrong number of arguments (given 1, expected 2)',
      rb('pay', 'price(order)', 'pay.rb'),
      rb('price', 'def price(order, rate)', 'price.rb'),
    ),
    ruby(
      'ArgumentError: wrong number of arguments (given 0, expected 2)',
      rb('ship', 'price()', 'ship.rb'),
      rb('price', 'def price(order, rate)', 'price.rb'),
    ),
  ],
  [
    'an argument of another type that two callers of PHP gave',
    php(
      'TypeError: Cart::add(): Argument #1 ($sku) must be of type string, null given, called in /srv/a.php on line 3',
      pf('Pay::run', '$cart->add($sku);'),
      pf('Cart::add', 'public function add(string $sku)'),
    ),
    php(
      'TypeError: Cart::add(): Argument #1 ($sku) must be of type string, int given, called in /srv/b.php on line 9',
      pf('Import::run', '$cart->add($row);'),
      pf('Cart::add', 'public function add(string $sku)'),
    ),
  ],
  [
    'a file that Rust reads for two callers',
    rust(
      'panic: called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }',
      rs('shop::settings'),
      rs('shop::read_text'),
    ),
    rust(
      'panic: called `Result::unwrap()` on an `Err` value: Os { code: 2, kind: NotFound, message: "No such file or directory" }',
      rs('shop::words'),
      rs('shop::read_text'),
    ),
  ],
)

const message = (text: string): Payload => ({ message: text })
const said = [
  ...same(
    'on call: texts of one cause',
    ['numbers of two countries', message('total 1.204,50 EUR differs'), message('total 98.20 EUR differs')],
    [
      'a state in JSON',
      message('refused {"order": 7, "state": "late", "tries": null}'),
      message('refused {"order": 9, "state": "paid", "tries": 2}'),
    ],
    ['hosts, addresses and ports', message('lost 10.1.2.3:9092'), message('lost kafka-1.internal:9093')],
    ['lists of ids', message('orders 1, 2, 3 are stuck'), message('orders 9, 4 are stuck')],
    ['durations of two units', message('queue is 90 s behind'), message('queue is 2h5m behind')],
    [
      'a method that Ruby does not find, of two versions, without a stack',
      errorEvent('ruby', { type: 'NoMethodError', value: "undefined method `name' for nil:NilClass" }),
      errorEvent('ruby', { type: 'NoMethodError', value: "undefined method 'name' for nil" }),
    ],
    [
      'a template and the text that it became',
      { logentry: { message: 'order %s is stuck', params: ['7'], formatted: 'order 7 is stuck' } },
      message('order 9 is stuck'),
    ],
  ),
  ...different(
    'on call: texts of two causes',
    ['states of two orders', message('order 7 is late'), message('order 7 is paid twice')],
    ['two tables', message("cannot write 'a' to orders"), message("cannot write 'a' to users")],
    ['two events in JSON', message('refused {"order": 7}'), message('refused {"user": 7}')],
    ['two codes', message('import ended with exit code 1'), message('import ended with exit code 137')],
  ),
]

export const onCallPairs: Pair[] = [...reached, ...helped, ...said]
