export * from './sentry-cli.js'
