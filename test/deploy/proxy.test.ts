import { readFile } from 'node:fs/promises'
import { servedRoutes, servingRoleOf } from '@signalbox/contracts'
import { receiverPaths } from '@signalbox/ingest'
import { expect } from 'chai'
import { findRole, readIngressRules, readNginxRules, type PathRule } from './path-rules.js'
import { renderChart } from './render-chart.js'

/** Paths that take telemetry in, most of which are not routes of the API; with and without the last slash. */
const sentPaths = receiverPaths
  .map((path) => path.replace(':project', '42').replaceAll(/:\w+/g, 'nightly'))
  .flatMap((path) => [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`])

function fill(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e')
}

function describeRules(name: string, read: () => Promise<PathRule[]>): void {
  describe(name, () => {
    let rules: PathRule[]

    before(async function () {
      this.timeout(60_000)
      rules = await read()
    })

    it('sends every route to the role that serves it, with and without the last slash', () => {
      const wrong = servedRoutes.flatMap((route) => {
        const paths = [route.path, ...(route.aliases ?? [])].map(fill)
        return [...paths, ...paths.map((path) => path.replace(/\/$/, ''))]
          .map((path) => ({ path, goesTo: findRole(rules, path), belongsTo: servingRoleOf(route) }))
          .filter(({ goesTo, belongsTo }) => goesTo !== belongsTo)
      })
      expect(wrong).to.deep.equal([])
    })

    it('sends what SDKs, collectors and Prometheus send to ingest', () => {
      expect(sentPaths.filter((path) => findRole(rules, path) !== 'ingest')).to.deep.equal([])
    })

    it('sends pages and the routes of sentry-cli to the control plane', () => {
      const paths = ['/', '/docs', '/agents/0197e5a1', '/api/0/organizations/acme/', '/api/0/projects/acme/web/issues/']
      expect(paths.map((path) => findRole(rules, path))).to.deep.equal(paths.map(() => 'control-plane'))
    })
  })
}

describe('proxies in front of the roles', () => {
  describeRules('nginx', async () => readNginxRules(await readFile('deploy/nginx/signalbox.conf.template', 'utf8')))

  it('never lets anybody reach the internal paths', async () => {
    const text = await readFile('deploy/nginx/signalbox.conf.template', 'utf8')
    expect(text).to.match(/location \/internal\/ \{\n\s+return 404;/)
  })

  describeRules('ingress of the chart', async () => {
    const [ingress] = (await renderChart({ ingress: { enabled: true } })).filter(({ kind }) => kind === 'Ingress')
    const spec = ingress?.spec as {
      rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[]
    }
    const paths = spec.rules.flatMap((rule) => rule.http.paths)
    const rules = readIngressRules(
      paths.map(({ path, backend }) => ({ path, role: backend.service.name.replace('demo-signalbox-', '') })),
    )
    expect(findRole(rules, '/internal/keys/')).to.equal(undefined)
    return rules
  })
})
