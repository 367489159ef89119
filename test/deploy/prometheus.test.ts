import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'

const run = promisify(execFile)

/** Metrics of libraries and Prometheus, which are not named in the code. */
const fromElsewhere = /^(up|process_\w+|nodejs_\w+)$/

async function readSources(directory: string): Promise<string> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name, parentPath }) => name.endsWith('.ts') && parentPath.includes('/src'))
  return (await Promise.all(files.map(({ name, parentPath }) => readFile(join(parentPath, name), 'utf8')))).join('\n')
}

/** Metric names in expressions: words followed by labels, a range or nothing. */
function namesIn(text: string): string[] {
  return [...text.matchAll(/\b(?:signalbox|process|nodejs)_\w+/g)].map(([name]) => name)
}

describe('deploy/prometheus and deploy/grafana', () => {
  it('has rules that promtool accepts, and alerts that fire when they should', async () => {
    await run('promtool', ['check', 'rules', 'deploy/prometheus/rules.yml'])
    await run('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml'])
    const { stdout } = await run('promtool', ['test', 'rules', 'deploy/prometheus/rules.test.yml'])
    expect(stdout).to.contain('SUCCESS')
  })

  it('uses only metrics that the code exports', async () => {
    const files = ['deploy/prometheus/rules.yml', 'deploy/grafana/dashboards/signalbox.json']
    const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')))
    const recorded = new Set([...(texts[0] ?? '').matchAll(/record: (\S+)/g)].map(([, name = '']) => name))
    const measured = new Set(namesIn((await readSources('services')) + (await readSources('packages'))))
    const unknown = namesIn(texts.join('\n').replaceAll(/\w+:\w+:\w+/g, (name) => (recorded.has(name) ? '' : name)))
      .map((name) => name.replace(/_bucket$/, ''))
      .filter((name) => !measured.has(name) && !fromElsewhere.test(name))
    expect([...new Set(unknown)]).to.deep.equal([])
  })

  it('has dashboards whose panels have queries and unique ids', async () => {
    const dashboard = JSON.parse(await readFile('deploy/grafana/dashboards/signalbox.json', 'utf8')) as {
      panels: { id: number; type: string; targets?: { expr: string }[] }[]
    }
    const ids = dashboard.panels.map(({ id }) => id)
    expect(new Set(ids).size).to.equal(ids.length)
    for (const { type, targets = [] } of dashboard.panels) if (type !== 'row') expect(targets).not.to.be.empty
  })
})
