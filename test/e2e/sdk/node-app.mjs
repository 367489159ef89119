// An application as a user would write it: unmodified @sentry/node with only the DSN set. Prints the returned ids.
import * as Sentry from '@sentry/node'

Sentry.init({
  dsn: process.env.SENTRY_DSN,
  release: 'shop@1.2.3',
  environment: 'staging',
  tracesSampleRate: 1,
  sendDefaultPii: true,
})

function chargeCard(order) {
  throw new TypeError(`card declined for order ${order}`)
}

function captureFailure(order) {
  try {
    chargeCard(order)
  } catch (error) {
    return Sentry.captureException(error, { tags: { region: 'eu-west', retries: 3 }, user: { id: 'u-17' } })
  }
}

const cause = new Error('connection refused')
const [first, second] = [1, 2].map((order) => captureFailure(order))
const ids = {
  first,
  second,
  chained: Sentry.captureException(new Error('order failed', { cause })),
  message: Sentry.captureMessage('disk almost full', 'warning'),
}
const traceId = Sentry.startSpan({ name: 'POST /checkout', op: 'http.server', forceTransaction: true }, (span) => {
  Sentry.startSpan({ name: 'SELECT orders', op: 'db.query' }, () => undefined)
  return span.spanContext().traceId
})
await Sentry.flush(5000)
console.log(JSON.stringify({ ...ids, traceId }))
