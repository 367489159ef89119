import { same, type Pair } from './pair.js'
import {
  dotnet,
  gf,
  go,
  installed,
  java,
  jf,
  js,
  net,
  node,
  pf,
  php,
  py,
  python,
  rb,
  route,
  rs,
  ruby,
  rust,
  task,
  view,
} from './short-stacks.js'

const flask = installed('/srv/lib/python3.12/site-packages/flask/app.py', 'dispatch_request', 'flask.app')
const celery = installed('/srv/lib/python3.12/site-packages/celery/app/trace.py', 'trace_task', 'celery.app.trace')
const decoder = installed('/usr/lib/python3.12/json/decoder.py', 'raw_decode', 'json.decoder')
const express = installed('/srv/app/node_modules/express/lib/router/layer.js', 'Layer.handle')
const worker = js('runJob', '  sum += total(order)', 'worker')

/** One faulty function with two callers: an on-call engineer would call each pair one issue. Labeled before the rules ran. */
export const onCallSameFaultPairs: Pair[] = same(
  'on call: one fault, two callers',
  [
    'a missing key, reached from Flask and from Celery',
    python("KeyError: 'sku'", flask, view, py('load', "return row['sku']")),
    python("KeyError: 'sku'", celery, task, py('load', "return row['sku']")),
  ],
  [
    'invalid JSON, parsed for two views',
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
    'an invalid rate, in a view and in a task',
    python('RateError: rate 12 is refused', view, py('rate', 'raise RateError(f"rate {r} is refused")')),
    python('RateError: rate 0.5 is refused', task, py('rate', 'raise RateError(f"rate {r} is refused")')),
  ],
  [
    'an undefined order, in an Express route and in a worker',
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
    'Go: an index out of range, in a handler and in a job',
    go(
      'runtime.boundsError: index out of range [3] with length 3',
      gf('(*Server).Show', 'example.com/shop/api'),
      gf('Line'),
    ),
    go('runtime.boundsError: index out of range [7] with length 2', gf('nightly', 'example.com/shop/jobs'), gf('Line')),
  ],
  [
    'Go: a failed check, in two handlers',
    go('*errors.errorString: order has no lines', gf('(*Server).Show', 'example.com/shop/api'), gf('Total')),
    go('*errors.errorString: order has no lines', gf('(*Server).Pay', 'example.com/shop/api'), gf('Total')),
  ],
  [
    'Java: a null pointer, in a controller and in a scheduled job',
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
    'Java: a custom exception, in a controller and in an import',
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
    'Java: an empty Optional, unwrapped by two methods',
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
    'Rails: nil in a helper, called by a controller and by a job',
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
    'PHP: a division by zero, in a controller and in a command',
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
    '.NET: a missing key, in a page and in a job',
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
    'Kotlin: an uninitialized property, read by two screens',
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
    'Rust: None unwrapped in a helper, called by a handler and by a job',
    rust('panic: called `Option::unwrap()` on a `None` value', rs('shop::web::show'), rs('shop::orders::first')),
    rust('panic: called `Option::unwrap()` on a `None` value', rs('shop::jobs::nightly'), rs('shop::orders::first')),
  ],
)
