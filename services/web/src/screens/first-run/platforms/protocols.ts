import { readDsn } from './read-dsn.js'
import type { Platform } from './platform.js'

/** Protocols for everything without an SDK here. */
export const protocolPlatforms: readonly Platform[] = [
  {
    id: 'opentelemetry',
    name: 'OpenTelemetry',
    snippets: ({ dsn }) => {
      const { origin, number, publicKey } = readDsn(dsn)
      return [
        {
          title: 'environment of your app or collector',
          text: `OTEL_EXPORTER_OTLP_ENDPOINT='${origin}/api/${number}/integration/otlp'
OTEL_EXPORTER_OTLP_HEADERS='x-sentry-auth=sentry%20sentry_key%3D${publicKey}'
OTEL_EXPORTER_OTLP_PROTOCOL='http/protobuf'`,
        },
      ]
    },
  },
  {
    id: 'other',
    name: 'Other',
    snippets: ({ dsn, greeting }) => {
      const { origin, number, publicKey } = readDsn(dsn)
      return [
        {
          title: 'shell, no SDK',
          text: `curl '${origin}/api/${number}/store/?sentry_key=${publicKey}' \\
  -H 'Content-Type: application/json' \\
  -d '{"message": "${greeting}", "level": "error", "platform": "other"}'`,
        },
        { title: 'any Sentry SDK, through its environment', text: `SENTRY_DSN='${dsn}'` },
      ]
    },
  },
]
