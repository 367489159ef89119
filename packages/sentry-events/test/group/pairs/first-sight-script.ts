import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

/*
 * Based on the runtimes' stack trace formats, and labeled once before any rule was changed for them: docs/grouping.md
 * has the table.
 */

const own = (name: string, filename: string, more: Frame = {}): Frame => ({
  function: name,
  filename,
  lineno: 10,
  in_app: true,
  ...more,
})
const other = (name: string, filename: string, more: Frame = {}): Frame =>
  own(name, filename, { in_app: false, ...more })

const python = (type: string, value: string, ...frames: Frame[]): Payload =>
  errorEvent('python', { type, value, frames })
const py = (name: string, module: string, context_line?: string, lineno = 10): Frame =>
  own(name, `${module.replaceAll('.', '/')}.py`, { module, context_line, lineno })
const site = (name: string, module: string): Frame => {
  const path = `${module.replaceAll('.', '/')}.py`
  return other(name, path, { module, abs_path: `/usr/lib/python3.12/site-packages/${path}` })
}

const pythonPairs = [
  ...same(
    'at first sight: python',
    [
      'a decorator that an upgrade put between',
      python('KeyError', "'sku'", site('wrapped', 'flask.app'), py('add', 'shop.cart', "sku = body['sku']", 4)),
      python('KeyError', "'sku'", site('ensure_sync', 'flask.app'), py('add', 'shop.cart', "sku = body['sku']", 9)),
    ],
    [
      'a comprehension, which has a frame of its own before 3.12',
      python(
        'ZeroDivisionError',
        'division by zero',
        py('mean', 'shop.stats', 'return [n / 0 for n in all]'),
        py('<listcomp>', 'shop.stats', 'return [n / 0 for n in all]'),
      ),
      python('ZeroDivisionError', 'division by zero', py('mean', 'shop.stats', 'return [n / 0 for n in all]')),
    ],
    [
      'the driver raised, with another query id',
      python(
        'OperationalError',
        'server closed the connection (query 8812)',
        py('load', 'shop.db', 'cur.execute(q)'),
        site('execute', 'psycopg.cursor'),
      ),
      python(
        'OperationalError',
        'server closed the connection (query 17)',
        py('load', 'shop.db', 'cur.execute(q)'),
        site('execute', 'psycopg._cursor_base'),
      ),
    ],
  ),
  ...different(
    'at first sight: python',
    [
      'two faults on two lines of one function',
      python('ValueError', 'no price', py('check', 'shop.cart', "raise ValueError('no price')", 4)),
      python('ValueError', 'no stock', py('check', 'shop.cart', "raise ValueError('no stock')", 8)),
    ],
    [
      'one helper called for two tasks',
      python('TimeoutError', 'timed out', py('sync_orders', 'shop.tasks'), py('call', 'shop.http')),
      python('TimeoutError', 'timed out', py('sync_stock', 'shop.tasks'), py('call', 'shop.http')),
    ],
  ),
]

const node = (type: string, value: string, ...frames: Frame[]): Payload => errorEvent('node', { type, value, frames })
const inner = (name: string, file: string): Frame => other(name, file, { module: file })

const nodePairs = [
  ...same(
    'at first sight: node',
    [
      'an async function before and after an upgrade of Node',
      node(
        'Error',
        'sold out',
        inner('process.processTicksAndRejections', 'node:internal/process/task_queues'),
        own('async reserve', '/srv/app/stock.js'),
      ),
      node(
        'Error',
        'sold out',
        inner('processTicksAndRejections', 'internal/process/task_queues.js'),
        own('reserve', '/srv/app/stock.js'),
      ),
    ],
    [
      'the same handler in two places of a pnpm store',
      node(
        'TypeError',
        'x is undefined',
        other('next', '/srv/node_modules/.pnpm/express@4.18.2/node_modules/express/lib/router/index.js'),
        own('show', '/srv/app/cart.js'),
      ),
      node(
        'TypeError',
        'x is undefined',
        other('next', '/srv/node_modules/.pnpm/express@4.19.0/node_modules/express/lib/router/route.js'),
        own('show', '/srv/app/cart.js'),
      ),
    ],
    [
      'a refused connection to another port',
      node(
        'Error',
        'connect ECONNREFUSED 10.0.0.4:5432',
        inner('TCPConnectWrap.afterConnect [as oncomplete]', 'node:net'),
      ),
      node(
        'Error',
        'connect ECONNREFUSED 10.0.3.9:5433',
        inner('TCPConnectWrap.afterConnect [as oncomplete]', 'node:net'),
      ),
    ],
  ),
  ...different(
    'at first sight: node',
    [
      'two system errors without a frame of the application',
      node(
        'Error',
        'connect ECONNREFUSED 10.0.0.4:5432',
        inner('TCPConnectWrap.afterConnect [as oncomplete]', 'node:net'),
      ),
      node(
        'Error',
        'getaddrinfo ENOTFOUND db.internal',
        inner('GetAddrInfoReqWrap.onlookup [as oncomplete]', 'node:dns'),
      ),
    ],
    [
      'two methods of one name of two classes',
      node('Error', 'bad state', own('Cart.save', '/srv/app/models.js')),
      node('Error', 'bad state', own('Order.save', '/srv/app/models.js')),
    ],
  ),
]

const web = (type: string, value: string, ...frames: Frame[]): Payload =>
  errorEvent('javascript', { type, value, frames })

const browserPairs = [
  ...same(
    'at first sight: browser',
    [
      'a bundle with another hash in its name',
      web('TypeError', 'a.items is undefined', own('renderCart', 'https://shop.test/assets/index-9f3ab2c1.js')),
      web('TypeError', 'a.items is undefined', own('renderCart', 'https://shop.test/assets/index-01bc77de.js')),
    ],
    [
      'one fault in the words of two engines',
      web('TypeError', "Cannot read properties of undefined (reading 'total')", own('renderCart', 'app:///cart.ts')),
      web('TypeError', "undefined is not an object (evaluating 'cart.total')", own('renderCart', 'app:///cart.ts')),
    ],
    [
      'an address with another query',
      web(
        'ChunkLoadError',
        'Loading chunk 42 failed. (https://shop.test/42.js?v=1)',
        other('__webpack_require__.f.j', 'webpack/runtime/jsonp chunk loading'),
      ),
      web(
        'ChunkLoadError',
        'Loading chunk 57 failed. (https://shop.test/57.js?v=2)',
        other('__webpack_require__.f.j', 'webpack/runtime/jsonp chunk loading'),
      ),
    ],
  ),
  ...different(
    'at first sight: browser',
    [
      'two components under one framework',
      web(
        'Error',
        'invariant',
        other('commitWork', 'https://shop.test/node_modules/react-dom/index.js'),
        own('CartList', 'app:///cart-list.tsx'),
      ),
      web(
        'Error',
        'invariant',
        other('commitWork', 'https://shop.test/node_modules/react-dom/index.js'),
        own('Checkout', 'app:///checkout.tsx'),
      ),
    ],
    [
      'two things that were rejected without a stack',
      web('UnhandledRejection', 'Non-Error promise rejection captured with value: offline'),
      web('UnhandledRejection', 'Non-Error promise rejection captured with value: quota exceeded'),
    ],
  ),
]

const ruby = (type: string, value: string, ...frames: Frame[]): Payload => errorEvent('ruby', { type, value, frames })
const gem = (name: string, path: string): Frame => other(name, path, { abs_path: `/usr/local/bundle/gems/${path}` })

const rubyPairs = [
  ...same(
    'at first sight: ruby',
    [
      'names of methods with and without their class, as 3.4 and 3.3 print them',
      ruby('NoMethodError', "undefined method 'price' for nil", own('Cart#total', 'app/models/cart.rb')),
      ruby('NoMethodError', "undefined method `price' for nil:NilClass", own('total', 'app/models/cart.rb')),
    ],
    [
      'a block in a method, nested or not',
      ruby('ArgumentError', 'negative', own('block in total', 'app/models/cart.rb')),
      ruby('ArgumentError', 'negative', own('block (2 levels) in total', 'app/models/cart.rb')),
    ],
    [
      'another version of a gem',
      ruby(
        'ActiveRecord::RecordNotFound',
        "Couldn't find Order with 'id'=12",
        own('show', 'app/controllers/orders_controller.rb'),
        gem('find', 'activerecord-7.0.4/lib/active_record/core.rb'),
      ),
      ruby(
        'ActiveRecord::RecordNotFound',
        "Couldn't find Order with 'id'=99",
        own('show', 'app/controllers/orders_controller.rb'),
        gem('find', 'activerecord-7.1.2/lib/active_record/core.rb'),
      ),
    ],
  ),
  ...different(
    'at first sight: ruby',
    [
      'two jobs of one queue',
      ruby(
        'Timeout::Error',
        'execution expired',
        gem('dispatch', 'sidekiq-7.2.0/lib/sidekiq/processor.rb'),
        own('perform', 'app/jobs/mail_job.rb'),
      ),
      ruby(
        'Timeout::Error',
        'execution expired',
        gem('dispatch', 'sidekiq-7.2.0/lib/sidekiq/processor.rb'),
        own('perform', 'app/jobs/stock_job.rb'),
      ),
    ],
    [
      'two messages of one logger',
      { platform: 'ruby', logger: 'shop', logentry: { formatted: 'payment gateway is slow' } },
      { platform: 'ruby', logger: 'shop', logentry: { formatted: 'payment gateway is down' } },
    ],
  ),
]

const php = (type: string, value: string, ...frames: Frame[]): Payload => errorEvent('php', { type, value, frames })
const vendor = (name: string, path: string): Frame => other(name, `/vendor/${path}`)

const phpPairs = [
  ...same(
    'at first sight: php',
    [
      'a closure as 8.3 and 8.4 name it',
      php('RuntimeException', 'declined', own('App\\Pay\\{closure}', '/src/Pay.php')),
      php('RuntimeException', 'declined', own('{closure:App\\Pay\\Gateway::charge():41}', '/src/Pay.php')),
    ],
    [
      'another release of the framework',
      php(
        'PDOException',
        'SQLSTATE[HY000] [2002] Connection refused',
        vendor('Illuminate\\Database\\Connection::run', 'laravel/framework/src/Connection.php'),
        own('App\\Orders::load', '/src/Orders.php'),
      ),
      php(
        'PDOException',
        'SQLSTATE[HY000] [2002] Connection refused',
        vendor('Illuminate\\Database\\Connection::runQueryCallback', 'laravel/framework/src/Connection.php'),
        own('App\\Orders::load', '/src/Orders.php'),
      ),
    ],
    [
      'an anonymous class',
      php('LogicException', 'no rate', own('class@anonymous\0/srv/src/Rates.php:12$0::rate', '/src/Rates.php')),
      php('LogicException', 'no rate', own('class@anonymous\0/app/src/Rates.php:19$1a::rate', '/src/Rates.php')),
    ],
  ),
  ...different(
    'at first sight: php',
    [
      'two warnings that were made exceptions',
      php(
        'ErrorException',
        'Warning: Undefined array key "sku"',
        own('App\\Cart::add', '/src/Cart.php', { context_line: "$sku = $body['sku'];" }),
      ),
      php(
        'ErrorException',
        'Warning: Division by zero',
        own('App\\Cart::mean', '/src/Cart.php', { context_line: 'return $sum / $n;' }),
      ),
    ],
    [
      'two controllers under one kernel',
      php(
        'TypeError',
        'Argument #1 must be of type int',
        vendor('Symfony\\HttpKernel::handle', 'symfony/http-kernel/HttpKernel.php'),
        own('App\\A::show', '/src/A.php'),
      ),
      php(
        'TypeError',
        'Argument #1 must be of type int',
        vendor('Symfony\\HttpKernel::handle', 'symfony/http-kernel/HttpKernel.php'),
        own('App\\B::show', '/src/B.php'),
      ),
    ],
  ),
]

export const firstSightScriptPairs: readonly Pair[] = [
  ...pythonPairs,
  ...nodePairs,
  ...browserPairs,
  ...rubyPairs,
  ...phpPairs,
]
