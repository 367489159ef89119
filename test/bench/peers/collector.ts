import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { buildGoOnce, goProgramOf } from './build-go.js'
import type { Peer } from './peer.js'
import { startCollector } from './start-collector.js'

const version = 'v0.161.0'
const name = `OpenTelemetry Collector ${version}`
const core = 'go.opentelemetry.io/collector'

/** Its file exporter appends compressed batches to a file, without any index. */
export const collector: Peer = {
  install: () =>
    buildGoOnce({
      name,
      packages: [
        `${core}/otelcol@${version}`,
        `${core}/service/telemetry/otelconftelemetry@${version}`,
        `${core}/receiver/otlpreceiver@${version}`,
        `${core}/processor/batchprocessor@${version}`,
        `${core}/confmap/provider/yamlprovider@v1.67.0`,
        `github.com/open-telemetry/opentelemetry-collector-contrib/exporter/fileexporter@${version}`,
      ],
      main: fileURLToPath(new URL('collector/main.go', import.meta.url)),
    }),
  start: () =>
    startCollector(name, goProgramOf(name), (directory) => ({
      exporters: { file: { path: join(directory, 'spans'), format: 'proto', compression: 'zstd' } },
    })),
}
