// An application that uses all of its SDK's features. The environment variable SDK_MODULE selects the SDK. Prints what
// it raised.
import { createRequire } from 'node:module'

const Sentry = createRequire(import.meta.url)(process.env.SDK_MODULE)

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'shop@2.0.0',
  environment: 'staging',
  tracesSampleRate: 1,
  enableLogs: true,
  sendDefaultPii: true,
  serverName: 'web-1',
})

const raised = { version: Sentry.SDK_VERSION, logs: [], metrics: [] }

function chargeCard(order) {
  throw new TypeError(`card declined for order ${order}`)
}

try {
  chargeCard(1)
} catch (error) {
  raised.error = Sentry.withScope((scope) => {
    scope.setTag('region', 'eu-west')
    scope.setUser({ id: 'u-17', email: 'ada@example.com' })
    scope.setExtra('password', 'do-not-store-this')
    scope.addAttachment({ filename: 'order.txt', data: 'order 1\nthree books', contentType: 'text/plain' })
    return Sentry.captureException(error)
  })
}

const cause = new RangeError('connection refused')
raised.chained = Sentry.captureException(new Error('order failed', { cause }))
raised.message = Sentry.captureMessage('disk almost full', 'warning')

raised.trace = Sentry.startSpan({ name: 'POST /checkout', op: 'http.server', forceTransaction: true }, (span) => {
  Sentry.startSpan({ name: 'SELECT orders', op: 'db.query' }, () => undefined)
  Sentry.startSpan({ name: 'charge', op: 'http.client' }, () => undefined)
  raised.errorInTrace = Sentry.captureException(new Error('inside the trace'))
  const { traceId, spanId } = span.spanContext()
  return { traceId, spanId }
})

if (Sentry.logger) {
  Sentry.logger.info('order accepted', { order: 17, express: true })
  Sentry.logger.error(Sentry.logger.fmt`payment of ${'ada'} failed`)
  raised.logs = [
    { level: 'info', body: 'order accepted' },
    { level: 'error', body: 'payment of ada failed' },
  ]
}
if (Sentry.metrics?.count) {
  Sentry.metrics.count('orders', 2)
  Sentry.metrics.gauge('queue.depth', 42)
  Sentry.metrics.distribution('latency', 187.5, { unit: 'millisecond' })
  raised.metrics = [
    { name: 'orders', type: 'counter', value: 2 },
    { name: 'queue.depth', type: 'gauge', value: 42 },
    { name: 'latency', type: 'distribution', value: 187.5 },
  ]
}

const schedule = { schedule: { type: 'crontab', value: '* * * * *' }, checkinMargin: 5, maxRuntime: 10 }
raised.checkIn = Sentry.captureCheckIn({ monitorSlug: 'nightly-billing', status: 'in_progress' }, schedule)
Sentry.captureCheckIn({ checkInId: raised.checkIn, monitorSlug: 'nightly-billing', status: 'ok', duration: 12.5 })

raised.feedback = Sentry.captureFeedback({
  message: 'It broke\nwhen I clicked',
  name: 'Bob',
  email: 'bob@example.com',
  associatedEventId: raised.error,
})

Sentry.startSession()
Sentry.captureException(new Error('in a session'))
// The session is updated when the event is prepared, which takes a moment.
await Sentry.flush(5000)
Sentry.endSession()

await Sentry.flush(5000)
await Sentry.close(5000)
console.log(JSON.stringify(raised))
