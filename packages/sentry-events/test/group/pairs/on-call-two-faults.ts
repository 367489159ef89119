import { different, type Pair } from './pair.js'
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

const requests = installed('/srv/lib/python3.12/site-packages/requests/adapters.py', 'send', 'requests.adapters')

/** Two faults in one shared helper: an on-call engineer would call each pair two issues. Labeled before the rules ran. */
export const onCallTwoFaultsPairs: Pair[] = different(
  'on call: one helper, two faults',
  [
    'timeouts of two services, through one HTTP helper',
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
    'a custom client error with two HTTP statuses',
    python('StockError: stock said 404', view, py('ask', 'raise StockError(f"stock said {status}")')),
    python('StockError: stock said 503', view, py('ask', 'raise StockError(f"stock said {status}")')),
  ],
  [
    'a check function that throws the text it is given',
    python('CheckError: no lines', view, py('check', 'raise CheckError(text)')),
    python('CheckError: no owner', task, py('check', 'raise CheckError(text)')),
  ],
  [
    'two kinds of missing objects, through one lookup',
    python('MissingError: order 7 is gone', view, py('find', 'raise MissingError(f"{kind} {id} is gone")')),
    python('MissingError: customer 7 is gone', task, py('find', 'raise MissingError(f"{kind} {id} is gone")')),
  ],
  [
    'Node: two functions that violate an invariant',
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
    'two error types thrown by one line',
    node('TypeError: sku.trim is not a function', route, js('clean', '  return find(sku.trim()).sku')),
    node('RangeError: no such sku', route, js('clean', '  return find(sku.trim()).sku')),
  ],
  [
    'Node: a retry helper that gives up on two operations',
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
    'Go: missing rows for two callers',
    go('*errors.errorString: sql: no rows in result set', gf('LoadOrder'), gf('scanRow')),
    go('*errors.errorString: sql: no rows in result set', gf('LoadUser'), gf('scanRow')),
  ],
  [
    'Go: an unexpected EOF in two streams',
    go('*errors.errorString: unexpected EOF', gf('readCatalog'), gf('readAll')),
    go('*errors.errorString: unexpected EOF', gf('readMails'), gf('readAll')),
  ],
  [
    'Java: one repository, two entities',
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
    'Spring: one JDBC template, two queries',
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
    '.NET: a refused request of two clients',
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
    '.NET: a guard that fails for two methods',
    dotnet('Shop.GuardException: null', net('Shop.Orders', 'Pay'), net('Shop.Guard', 'NotNull')),
    dotnet('Shop.GuardException: null', net('Shop.Orders', 'Ship'), net('Shop.Guard', 'NotNull')),
  ],
  [
    'Ruby: missing arguments of two callers',
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
    'PHP: an argument of the wrong type from two callers',
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
    'Rust: a missing file for two callers',
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
