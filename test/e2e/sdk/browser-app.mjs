// A page's script as a user would write it: unmodified @sentry/browser with only the DSN set.
import * as Sentry from '@sentry/browser'

Sentry.init({
  dsn: window.SENTRY_DSN,
  release: 'shop-web@5.0.1',
  environment: 'prod',
  integrations: [Sentry.browserTracingIntegration()],
  tracesSampleRate: 1,
  enableLogs: true,
})

function addToCart(item) {
  throw new RangeError(`cart is locked: ${item}`)
}

try {
  addToCart('book')
} catch (error) {
  window.capturedId = Sentry.captureException(error)
}
Sentry.logger.warn('cart is slow', { items: 3 })
window.feedbackId = Sentry.captureFeedback({
  message: 'The button does nothing',
  email: 'ada@example.com',
  associatedEventId: window.capturedId,
})
setTimeout(() => {
  undefined.call()
}, 0)
window.flushed = new Promise((resolve) => setTimeout(resolve, 200)).then(() => Sentry.flush(5000))
