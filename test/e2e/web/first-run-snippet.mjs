import * as Sentry from '@sentry/node'

Sentry.init({
  dsn: 'http://acbb7237ae4d52230b0eefc3bc2bd387@127.0.0.1:43669/2',
  tracesSampleRate: 1,
})

Sentry.captureMessage('hello from checkout')