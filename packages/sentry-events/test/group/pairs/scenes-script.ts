import type { Frame } from './pair.js'

/** A crash in one kind of application. */
export interface Scene {
  name: string
  platform: string
  type: string
  value: string
  /** Oldest call first. */
  frames: Frame[]
}

const bundle = 'https://shop.example.com/static/js/main.8f3c2a1b.js'
const minified = (name: string, colno: number): Frame => ({
  function: name,
  filename: bundle,
  lineno: 1,
  colno,
  in_app: true,
})
const mapped = (name: string, path: string, lineno: number, line: string): Frame => ({
  function: name,
  filename: `webpack:///./src/${path}`,
  abs_path: `webpack:///./src/${path}`,
  lineno,
  colno: 12,
  context_line: line,
  in_app: true,
})
const mappedLibrary = (name: string, path: string, lineno: number): Frame => ({
  function: name,
  filename: `webpack:///./node_modules/${path}`,
  abs_path: `webpack:///./node_modules/${path}`,
  lineno,
  colno: 7,
  in_app: true,
})
const native = (name: string, lineno: number): Frame => ({
  function: name,
  filename: 'app:///main.jsbundle',
  abs_path: 'app:///main.jsbundle',
  lineno,
  colno: 90_412,
  in_app: true,
})
const node = (name: string, path: string, lineno: number, line: string): Frame => ({
  function: name,
  module: path.replace(/\.[jt]s$/, '').replaceAll('/', '.'),
  filename: `/srv/shop/dist/${path}`,
  lineno,
  colno: 15,
  context_line: line,
  in_app: true,
})
const nodeLibrary = (name: string, path: string, lineno: number): Frame => ({
  function: name,
  filename: `/srv/shop/node_modules/${path}`,
  lineno,
  colno: 5,
  in_app: false,
})
const nodeInternal = (name: string, path: string, lineno: number): Frame => ({
  function: name,
  filename: `node:${path}`,
  lineno,
  in_app: false,
})
const python = (module: string, name: string, lineno: number, line: string): Frame => ({
  module,
  function: name,
  filename: `${module.replaceAll('.', '/')}.py`,
  abs_path: `/srv/app/${module.replaceAll('.', '/')}.py`,
  lineno,
  context_line: `    ${line}`,
  in_app: true,
})
const pythonLibrary = (module: string, name: string, lineno: number, line: string): Frame => ({
  ...python(module, name, lineno, line),
  abs_path: `/usr/local/lib/python3.12/site-packages/${module.replaceAll('.', '/')}.py`,
  in_app: false,
})
const php = (name: string, path: string, lineno: number, line: string): Frame => ({
  function: name,
  filename: `/app/${path}`,
  abs_path: `/var/www/html/app/${path}`,
  lineno,
  context_line: `        ${line}`,
  in_app: true,
})
const phpLibrary = (name: string, path: string, lineno: number): Frame => ({
  function: name,
  filename: `/vendor/${path}`,
  abs_path: `/var/www/html/vendor/${path}`,
  lineno,
  in_app: false,
})
const ruby = (name: string, path: string, lineno: number, line: string): Frame => ({
  function: name,
  filename: path,
  abs_path: `/srv/app/${path}`,
  lineno,
  context_line: `    ${line}\n`,
  in_app: true,
})
const rubyLibrary = (name: string, path: string, lineno: number): Frame => ({
  function: name,
  filename: path,
  abs_path: `/usr/local/bundle/gems/${path}`,
  lineno,
  in_app: false,
})

/** Languages whose stacks contain files. */
export const scriptScenes: Scene[] = [
  {
    name: 'minified browser bundle',
    platform: 'javascript',
    type: 'TypeError',
    value: "Cannot read properties of undefined (reading 'price')",
    frames: [minified('HTMLButtonElement.onclick', 20_110), minified('addToCart', 88_231), minified('t.total', 91_002)],
  },
  {
    name: 'browser with source maps',
    platform: 'javascript',
    type: 'TypeError',
    value: "undefined is not an object (evaluating 'cart.items.length')",
    frames: [
      mappedLibrary('callCallback', 'react-dom/cjs/react-dom.development.js', 4_164),
      mappedLibrary('invokeGuardedCallbackDev', 'react-dom/cjs/react-dom.development.js', 4_213),
      mapped('onClick', 'components/CheckoutButton.tsx', 31, 'onCheckout(cart)'),
      mapped('checkout', 'checkout/checkout.ts', 72, 'const count = countItems(cart)'),
      mapped('countItems', 'checkout/count-items.ts', 8, 'return cart.items.length'),
    ],
  },
  {
    name: 'React Native',
    platform: 'javascript',
    type: 'Invariant Violation',
    value: 'Tried to get frame for out of range index NaN',
    frames: [native('renderItem', 1_203), native('ProductList', 1_240), native('getItemLayout', 1_302)],
  },
  {
    name: 'express',
    platform: 'node',
    type: 'Error',
    value: 'order 8812 has no lines',
    frames: [
      nodeLibrary('Layer.handle [as handle_request]', 'express/lib/router/layer.js', 95),
      nodeLibrary('next', 'express/lib/router/route.js', 149),
      node('handleOrder', 'routes/orders.js', 41, 'const total = priceOrder(order)'),
      node('priceOrder', 'pricing/price-order.js', 17, "if (order.lines.length === 0) throw new Error('no lines')"),
    ],
  },
  {
    name: 'queue worker in Node',
    platform: 'node',
    type: 'MongoServerError',
    value: 'E11000 duplicate key error collection: shop.carts index: user_1',
    frames: [
      nodeInternal('process.processTicksAndRejections', 'internal/process/task_queues', 95),
      node('async Worker.run', 'worker/worker.js', 88, 'await this.handlers[job.name](job)'),
      node('async saveCart', 'worker/save-cart.js', 23, 'await carts.insertOne(cart)'),
      nodeLibrary('async InsertOneOperation.execute', 'mongodb/lib/operations/insert.js', 37),
    ],
  },
  {
    name: 'Django',
    platform: 'python',
    type: 'DoesNotExist',
    value: 'Order matching query does not exist.',
    frames: [
      pythonLibrary('django.core.handlers.exception', 'inner', 55, 'response = get_response(request)'),
      pythonLibrary('django.core.handlers.base', '_get_response', 197, 'response = wrapped_callback(request)'),
      python('shop.views', 'order_detail', 64, 'order = load_order(request.user, pk)'),
      python('shop.orders.queries', 'load_order', 22, 'return Order.objects.get(pk=pk, owner=user)'),
      pythonLibrary('django.db.models.query', 'get', 637, 'raise self.model.DoesNotExist('),
    ],
  },
  {
    name: 'Celery',
    platform: 'python',
    type: 'KeyError',
    value: "'invoice_id'",
    frames: [
      pythonLibrary('celery.app.trace', 'trace_task', 453, 'R = retval = fun(*args, **kwargs)'),
      pythonLibrary('celery.app.trace', '__protected_call__', 736, 'return self.run(*args, **kwargs)'),
      python('billing.tasks', 'send_invoice', 33, 'invoice = find_invoice(payload)'),
      python('billing.lookup', 'find_invoice', 12, "return store[payload['invoice_id']]"),
    ],
  },
  {
    name: 'Laravel',
    platform: 'php',
    type: 'ErrorException',
    value: 'Undefined array key "total"',
    frames: [
      phpLibrary(
        'Illuminate\\Routing\\Controller::callAction',
        'laravel/framework/src/Illuminate/Routing/Controller.php',
        54,
      ),
      php(
        'App\\Http\\Controllers\\OrderController::store',
        'Http/Controllers/OrderController.php',
        48,
        '$this->pricing->apply($order);',
      ),
      php('App\\Services\\Pricing::apply', 'Services/Pricing.php', 27, "$sum += $line['total'];"),
    ],
  },
  {
    name: 'Symfony console',
    platform: 'php',
    type: 'App\\Exception\\ImportFailed',
    value: 'Row 55 of products.csv has 3 columns',
    frames: [
      phpLibrary('Symfony\\Component\\Console\\Application::doRun', 'symfony/console/Application.php', 321),
      php(
        'App\\Command\\ImportProducts::execute',
        'Command/ImportProducts.php',
        71,
        '$this->importer->importFile($path);',
      ),
      php('App\\Import\\CsvImporter::importRow', 'Import/CsvImporter.php', 112, 'throw ImportFailed::columns($row);'),
    ],
  },
  {
    name: 'Rails',
    platform: 'ruby',
    type: 'NoMethodError',
    value: "undefined method `name' for nil:NilClass",
    frames: [
      rubyLibrary('process_action', 'actionpack-7.1.2/lib/abstract_controller/base.rb', 224),
      ruby('show', 'app/controllers/orders_controller.rb', 18, '@label = OrderLabel.new(@order).to_s'),
      ruby('to_s', 'app/models/order_label.rb', 9, '"#{@order.customer.name} (#{@order.number})"'),
    ],
  },
  {
    name: 'Sidekiq',
    platform: 'ruby',
    type: 'Net::ReadTimeout',
    value: 'Net::ReadTimeout with #<TCPSocket:(closed)>',
    frames: [
      rubyLibrary('block in execute_job', 'sidekiq-7.2.0/lib/sidekiq/processor.rb', 202),
      ruby('perform', 'app/jobs/sync_stock_job.rb', 14, 'StockClient.new.pull(warehouse)'),
      ruby('pull', 'app/clients/stock_client.rb', 31, 'response = http.get(path)'),
      rubyLibrary('rbuf_fill', 'net-protocol-0.2.2/lib/net/protocol.rb', 229),
    ],
  },
]
