// An application whose errors exceed its key's quota. Prints how many errors it captured after it was rate limited.
import * as Sentry from '@sentry/node'

Sentry.init({ dsn: process.env.SENTRY_DSN, release: 'shop@1.2.3', autoSessionTracking: false })

async function capture(message) {
  Sentry.captureException(new Error(message))
  await Sentry.flush(5000)
}

await capture('within the quota')
await capture('over the quota: the answer says so')
await capture('held back by the SDK')
await capture('held back as well')
Sentry.captureCheckIn({ monitorSlug: 'nightly', status: 'ok' })
await Sentry.flush(5000)
await Sentry.close(5000)
console.log(JSON.stringify({ heldBack: 2 }))
