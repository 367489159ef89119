import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse, parseAllDocuments, stringify } from 'yaml'

const run = promisify(execFile)
const renderer = fileURLToPath(new URL('./helm-renderer/render.go', import.meta.url))
const chart = fileURLToPath(new URL('../../deploy/helm/signalbox', import.meta.url))

/** A Kubernetes object rendered by a template. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  [field: string]: unknown
}

/** The values that the chart requires. */
export const neededValues = {
  kafka: { brokers: ['kafka-1:9092', 'kafka-2:9092'] },
  secrets: {
    clickhouseWriterUrl: 'http://writer:secret@clickhouse:8123/signalbox',
    clickhouseReaderUrl: 'http://reader:secret@clickhouse:8123/signalbox',
    clickhouseMigratorUrl: 'http://migrator:secret@clickhouse:8123/signalbox',
  },
}

/**
 * Renders the chart for a release named `demo`. Requires Go and the Debian packages with its functions.
 * @param values In addition to the required ones.
 * @throws Error with the renderer's message, such as a missing value.
 */
export async function renderChart(values: object = {}, needed: object = neededValues): Promise<Manifest[]> {
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-chart-'))
  try {
    const files = await Promise.all(
      [needed, values].map(async (content, index) => {
        const file = join(directory, `${index}.yaml`)
        await writeFile(file, stringify(content))
        return file
      }),
    )
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: '/usr/share/gocode', GOFLAGS: '' }
    const { stdout } = await run('go', ['run', renderer, chart, 'demo', ...files], { env })
    return readManifests(stdout)
  } finally {
    await rm(directory, { recursive: true })
  }
}

function readManifests(text: string): Manifest[] {
  const templates = text.split(/^---\n# Source: /m).slice(1)
  return templates
    .filter((template) => !template.startsWith('templates/NOTES.txt'))
    .flatMap((template) => parseAllDocuments(template.slice(template.indexOf('\n'))))
    .flatMap((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0]
      // Callers check the fields that they read.
      const manifest = parse(String(document)) as Manifest | null
      return manifest === null ? [] : [manifest]
    })
}
