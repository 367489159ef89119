/** One error of the shop, with everything an SDK would report. */
export interface ShopError {
  project: 'checkout' | 'web'
  release: string
  /** When its events happened, in minutes before now. */
  minutesAgo: number[]
  level?: string
  platform?: string
  transaction?: string
  message?: string
  exceptions?: object[]
  breadcrumbs?: object[]
}

const each = (from: number, to: number, step: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step)

const frame = (filename: string, fn: string, lineno: number, more: object = {}) => ({
  filename,
  abs_path: `/app/${filename}`,
  function: fn,
  lineno,
  colno: 9,
  in_app: true,
  ...more,
})

const library = (module: string, fn: string, lineno: number) =>
  frame(`node_modules/${module}/index.js`, fn, lineno, { in_app: false, module })

const acquire = frame('lib/payments/client.ts', 'acquire', 41, {
  pre_context: [
    'export async function acquire(signal: AbortSignal) {',
    '  const waited = performance.now()',
    '  const connection = await paymentsPool.acquire({ signal })',
  ],
  context_line: '  if (!connection) throw new PoolTimeoutError(paymentsPool.acquireTimeoutMs)',
  post_context: ["  metrics.distribution('pool.wait', performance.now() - waited)", '  return connection', '}'],
  vars: { waited: 3000.4, connection: null, signal: '<AbortSignal>' },
})

const poolTimeout: ShopError = {
  project: 'checkout',
  release: 'checkout@2.14.0',
  minutesAgo: each(1, 21, 1),
  exceptions: [
    {
      type: 'SocketError',
      value: 'all 5 connections are in use',
      mechanism: { type: 'chained', handled: true, exception_id: 1, parent_id: 0 },
      stacktrace: { frames: [library('undici', 'connect', 212), frame('lib/payments/pool.ts', 'take', 17)] },
    },
    {
      type: 'PoolTimeoutError',
      value: 'no connection became free within 3000 ms',
      mechanism: { type: 'generic', handled: false, exception_id: 0 },
      stacktrace: {
        frames: [
          library('fastify', 'preHandler', 91),
          library('fastify', 'handle', 118),
          library('undici', 'request', 63),
          frame('routes/checkout.ts', 'placeOrder', 88, {
            context_line: '  const payment = await reservePayment(order)',
          }),
          frame('lib/payments/reserve.ts', 'reservePayment', 22, {
            context_line: '  return acquire(AbortSignal.timeout(3_000))',
          }),
          acquire,
        ],
      },
    },
  ],
  breadcrumbs: [
    { category: 'http', type: 'http', data: { method: 'GET', url: '/api/cart/9f31', status_code: 200 } },
    { category: 'navigation', data: { from: '/cart', to: '/checkout' } },
    { category: 'log', level: 'info', message: 'placing order for cart 9f31, 3 items' },
    { category: 'db', message: 'SELECT … FROM carts WHERE id = $1' },
    { category: 'http', type: 'http', data: { method: 'POST', url: 'catalog/v2/prices', status_code: 200 } },
    { category: 'log', level: 'warning', message: 'waiting for a payments connection, 41 in the queue' },
  ],
}

const simple = (
  project: ShopError['project'],
  [type, value, file, fn]: readonly [string, string, string, string],
  more: Partial<ShopError> & Pick<ShopError, 'minutesAgo'>,
): ShopError => ({
  project,
  release: project === 'web' ? 'shop-web@9.31.2' : 'checkout@2.13.0',
  exceptions: [
    { type, value, mechanism: { type: 'generic', handled: true }, stacktrace: { frames: [frame(file, fn, 12)] } },
  ],
  breadcrumbs: [],
  ...more,
})

/** The shop's errors, all different. */
export const shopErrors: readonly ShopError[] = [
  poolTimeout,
  simple('web', ['ApiError', '503 from POST /api/checkout', 'src/checkout/submit.ts', 'submitOrder'], {
    minutesAgo: each(2, 20, 2),
    platform: 'javascript',
  }),
  simple(
    'web',
    ['TypeError', "Cannot read properties of null (reading 'total')", 'src/cart/summary.tsx', 'CartSummary'],
    {
      minutesAgo: each(5, 900, 70),
      platform: 'javascript',
    },
  ),
  simple('checkout', ['CardNetworkTimeout', 'acquirer did not answer within 8 s', 'payments/network.ts', 'authorize'], {
    minutesAgo: each(9, 1_200, 140),
  }),
  simple(
    'checkout',
    ['ValidationError', 'postcode does not match country', 'lib/address/check.ts', 'validateAddress'],
    {
      minutesAgo: each(3, 1_400, 90),
      level: 'warning',
    },
  ),
  simple('web', ['ChunkLoadError', 'Loading chunk 214 failed', 'assets/runtime.js', 'load'], {
    minutesAgo: each(31, 1_300, 200),
    platform: 'javascript',
  }),
  simple('checkout', ['SMTPServerBusy', '451 4.7.0 try again later', 'mailer/smtp.ts', 'deliver'], {
    minutesAgo: each(120, 1_400, 300),
  }),
  simple('checkout', ['KeyError', "'three_ds_result'", 'payments/three_ds.ts', 'finish'], {
    minutesAgo: [60, 500, 900],
  }),
  {
    ...simple('web', ['', '', '', ''], { minutesAgo: [180, 700] }),
    exceptions: [],
    level: 'info',
    message: 'Cart restored from a browser that was offline',
  },
  simple('checkout', ['TemplateNotFound', 'order-delayed.nl.html', 'mailer/render.ts', 'render'], {
    minutesAgo: [240, 250],
  }),
]
