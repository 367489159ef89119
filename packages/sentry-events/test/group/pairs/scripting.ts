import { different, errorEvent, same, type Frame, type Pair, type Payload } from './pair.js'

const php = (name: string, file = 'Http/OrderController.php', line = '$order->save();'): Frame => ({
  function: name,
  filename: `/app/${file}`,
  abs_path: `/var/www/html/app/${file}`,
  lineno: 30,
  context_line: `        ${line}`,
  in_app: true,
})
const phpError = (...frames: Frame[]): Payload =>
  errorEvent('php', { type: 'RuntimeException', value: 'Broken pipe', frames })
const action = php('App\\Http\\OrderController::store')

const phpPairs = [
  ...same(
    'PHP',
    [
      'anonymous classes of two releases',
      phpError(action, php('class@anonymous/var/www/releases/118/app/Kernel.php:40$0::handle')),
      phpError(action, php('class@anonymous/var/www/releases/119/app/Kernel.php:44$1::handle')),
    ],
    [
      'anonymous classes with NUL',
      phpError(action, php('class@anonymous\0/srv/a/Kernel.php:40$0::handle')),
      phpError(action, php('class@anonymous\0/srv/b/Kernel.php:12$3::handle')),
    ],
    [
      'anonymous classes with a parent',
      phpError(action, php('App\\Job@anonymous/srv/1/Jobs.php:9$0::run')),
      phpError(action, php('App\\Job@anonymous/srv/2/Jobs.php:11$0::run')),
    ],
    [
      'closures of PHP 8.4',
      phpError(action, php('{closure:App\\Http\\OrderController::store():41}')),
      phpError(action, php('{closure:App\\Http\\OrderController::store():47}')),
    ],
    [
      'closures in files of PHP 8.4',
      phpError(php('{closure:/srv/1/routes/web.php:18}', 'routes.php')),
      phpError(php('{closure:/srv/2/routes/web.php:23}', 'routes.php')),
    ],
    [
      'deployed to another folder',
      phpError(action),
      phpError({ ...action, abs_path: '/srv/releases/77/app/Http/OrderController.php' }),
    ],
    [
      'called through more middleware',
      phpError(
        {
          ...php('Illuminate\\Pipeline\\Pipeline::then', 'x.php'),
          abs_path: '/var/www/html/vendor/laravel/framework/src/Illuminate/Pipeline/Pipeline.php',
        },
        action,
      ),
      phpError(action),
    ],
  ),
  ...different(
    'PHP',
    [
      'methods of anonymous classes',
      phpError(php('class@anonymous/srv/a.php:1$0::handle')),
      phpError(php('class@anonymous/srv/a.php:1$0::terminate')),
    ],
    ['closures of two methods', phpError(php('{closure:App\\A::x():4}')), phpError(php('{closure:App\\A::y():4}'))],
    [
      'lines of code in one function',
      phpError(php('run', 'a.php', '$a->x();')),
      phpError(php('run', 'a.php', '$a->y();')),
    ],
    [
      'parents of anonymous classes',
      phpError(php('App\\Job@anonymous/srv/1/J.php:9$0::run')),
      phpError(php('App\\Mail@anonymous/srv/1/J.php:9$0::run')),
    ],
  ),
]

const ruby = (name: string, file = 'app/models/order.rb', line = 'lines.sum(&:total)'): Frame => ({
  function: name,
  filename: file,
  abs_path: `/srv/app/${file}`,
  lineno: 12,
  context_line: `      ${line}\n`,
  in_app: true,
})
const rubyError = (...frames: Frame[]): Payload =>
  errorEvent('ruby', { type: 'NoMethodError', value: 'undefined method', frames })
const template = 'app/views/orders/index.html.erb'
const rubyPairs = [
  ...same(
    'Ruby',
    ['levels of blocks', rubyError(ruby('block in total')), rubyError(ruby('block (2 levels) in total'))],
    [
      'templates by process',
      rubyError(ruby('_app_views_orders_index_html_erb__2735984273_18360', template)),
      rubyError(ruby('_app_views_orders_index_html_erb__1029384756_70120', template)),
    ],
    [
      'templates with a negative hash',
      rubyError(ruby('_app_views_orders_index_html_erb__2735984273_18360', template)),
      rubyError(ruby('_app_views_orders_index_html_erb___1029384756_70120', template)),
    ],
    [
      'blocks in templates',
      rubyError(ruby('block in _app_views_orders_index_html_erb__27359842_360', template)),
      rubyError(ruby('block in _app_views_orders_index_html_erb___9876543_99', template)),
    ],
    ['indentation', rubyError(ruby('total', 'a.rb', 'x.y')), rubyError(ruby('total', 'a.rb', '    x.y'))],
    [
      'releases in folders',
      rubyError(ruby('total')),
      rubyError({ ...ruby('total'), abs_path: '/srv/app/releases/20260110/app/models/order.rb' }),
    ],
  ),
  ...different(
    'Ruby',
    [
      'templates',
      rubyError(ruby('_app_views_orders_index_html_erb__27359842_360', 'app/views/orders/index.html.erb')),
      rubyError(ruby('_app_views_orders_show_html_erb__27359842_360', 'app/views/orders/show.html.erb')),
    ],
    ['methods', rubyError(ruby('total')), rubyError(ruby('count'))],
    [
      'blocks on two lines of code',
      rubyError(ruby('block in total', 'a.rb', 'line.price')),
      rubyError(ruby('block in total', 'a.rb', 'line.tax')),
    ],
  ),
]

const py = (name: string, module = 'shop.orders', line = 'return total(order)'): Frame => ({
  function: name,
  module,
  filename: `${module.replaceAll('.', '/')}.py`,
  abs_path: `/srv/app/${module.replaceAll('.', '/')}.py`,
  lineno: 21,
  context_line: `    ${line}`,
  in_app: true,
})
const pyError = (...frames: Frame[]): Payload =>
  errorEvent('python', { type: 'ValueError', value: 'bad order', frames })
const pip = (name: string): Frame => ({
  ...py(name, 'sqlalchemy.orm.session', 'return self._exec()'),
  abs_path: '/venv/lib/python3.12/site-packages/sqlalchemy/orm/session.py',
  in_app: false,
})
const asyncio = {
  ...py('_run', 'asyncio.events', 'self._context.run(self._callback, *self._args)'),
  abs_path: '/usr/lib/python3.12/asyncio/events.py',
  in_app: false,
}
const pythonPairs = [
  ...same(
    'Python',
    ['tabs for spaces', pyError(py('a', 'shop.x', 'b()')), pyError({ ...py('a', 'shop.x'), context_line: '\t\tb()' })],
    ['the loop of asyncio', pyError(asyncio, py('load')), pyError(asyncio, asyncio, py('load'))],
    [
      'a retry around it',
      pyError(pip('execute'), py('load'), pip('scalar')),
      pyError(pip('begin'), py('load'), pip('execute'), pip('scalar')),
    ],
    [
      'recursion through a library',
      pyError(py('walk'), pip('map'), py('walk')),
      pyError(py('walk'), pip('map'), py('walk'), pip('map'), py('walk'), pip('map'), py('walk')),
    ],
    [
      'another virtual environment',
      pyError(py('load'), pip('execute')),
      pyError(py('load'), {
        ...pip('execute'),
        abs_path: '/opt/py/lib/python3.13/site-packages/sqlalchemy/orm/session.py',
      }),
    ],
    [
      'in a container or not',
      pyError({ ...py('load'), abs_path: '/app/shop/orders.py' }),
      pyError({ ...py('load'), abs_path: '/home/ann/shop/shop/orders.py' }),
    ],
  ),
  ...different(
    'Python',
    [
      'lambdas on two lines of code',
      pyError(py('<lambda>', 'shop.x', 'key=lambda o: o.total')),
      pyError(py('<lambda>', 'shop.x', 'key=lambda o: o.count')),
    ],
    ['modules', pyError(py('load', 'shop.carts')), pyError(py('load', 'shop.users'))],
    [
      'top-level code of two modules',
      pyError(py('<module>', 'shop.settings', 'import a')),
      pyError(py('<module>', 'shop.urls', 'import a')),
    ],
    ['library frames only', pyError(pip('execute')), pyError(pip('commit'))],
  ),
]

/** PHP, Ruby and Python. */
export const scriptingPairs: Pair[] = [...phpPairs, ...rubyPairs, ...pythonPairs]
