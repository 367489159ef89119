import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { servedRoutes, servingRoleOf } from '@signalbox/contracts'
import { receiverPaths } from '@signalbox/ingest'
import { expect } from 'chai'
import { findFreePorts } from '../support/free-ports.js'
import { findRole, readIngressRules } from './path-rules.js'
import { renderChart } from './render-chart.js'
import { startNginx } from './run-nginx.js'

/** Paths that accept telemetry, most of them outside the API; with and without the trailing slash. */
const sentPaths = receiverPaths
  .map((path) => path.replace(':project', '42').replaceAll(/:\w+/g, 'nightly'))
  .flatMap((path) => [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`])

function fill(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e')
}

/** A proxy under test. Returns the target of a path; undefined if there is none. */
interface AskedProxy {
  roleOf: (path: string) => Promise<string | undefined>
  close?: () => Promise<unknown>
}

function describeRules(name: string, open: () => Promise<AskedProxy>): void {
  describe(name, () => {
    let proxy: AskedProxy

    before(async () => {
      proxy = await open()
    })
    after(() => proxy.close?.())

    const findWrong = async (expected: readonly { path: string; belongsTo: string | undefined }[]) => {
      const wrong = []
      for (const one of expected) {
        const goesTo = await proxy.roleOf(one.path)
        if (goesTo !== one.belongsTo) wrong.push({ ...one, goesTo })
      }
      return wrong
    }

    it('routes every path to the role that serves it, with and without the trailing slash', async () => {
      const routes = servedRoutes.flatMap((route) => {
        const paths = [route.path, ...(route.aliases ?? [])].map(fill)
        const all = [...paths, ...paths.map((path) => path.replace(/\/$/, ''))]
        return all.map((path) => ({ path, belongsTo: servingRoleOf(route) }))
      })
      expect(await findWrong(routes)).to.deep.equal([])
    })

    it('routes requests of SDKs, collectors and Prometheus to ingest', async () => {
      expect(await findWrong(sentPaths.map((path) => ({ path, belongsTo: 'ingest' })))).to.deep.equal([])
    })

    it('routes pages and sentry-cli requests to the control plane', async () => {
      const paths = ['/', '/docs', '/agents/0197e5a1', '/api/0/organizations/acme/', '/api/0/projects/acme/web/issues/']
      expect(await findWrong(paths.map((path) => ({ path, belongsTo: 'control-plane' })))).to.deep.equal([])
    })

    it('never exposes internal paths', async () => {
      expect(await findWrong([{ path: '/internal/keys/', belongsTo: undefined }])).to.deep.equal([])
    })
  })
}

const roles = ['ingest', 'query', 'agent', 'control-plane']

/** A real nginx in front of servers that return the role they represent. */
async function openNginx(): Promise<AskedProxy> {
  const servers = roles.map((role) => createServer((_, res) => res.end(role)).listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const [port = 0] = await findFreePorts(1)
  const template = await readFile('deploy/nginx/signalbox.conf.template', 'utf8')
  const filled = roles.reduce((text, role, index) => {
    const { port: ofRole } = servers[index]?.address() as AddressInfo
    return text.replace(`\${SIGNALBOX_PROXY_${role.toUpperCase().replace('-', '_')}}`, `127.0.0.1:${ofRole}`)
  }, template)
  const nginx = await startNginx(
    filled.replace('${SIGNALBOX_PROXY_RESOLVER}', '127.0.0.1').replace('listen 8080;', `listen ${port};`),
    port,
  )
  return {
    roleOf: async (path) => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      const said = await answer.text()
      return answer.ok ? said : undefined
    },
    close: async () => {
      await nginx.close()
      for (const server of servers) server.close()
    },
  }
}

/** An ingress controller that follows the chart's rules. */
async function readIngress(): Promise<AskedProxy> {
  const [ingress] = (await renderChart({ ingress: { enabled: true } })).filter(({ kind }) => kind === 'Ingress')
  const spec = ingress?.spec as {
    rules: { http: { paths: { path: string; backend: { service: { name: string } } }[] } }[]
  }
  const paths = spec.rules.flatMap((rule) => rule.http.paths)
  const rules = readIngressRules(
    paths.map(({ path, backend }) => ({ path, role: backend.service.name.replace('demo-signalbox-', '') })),
  )
  return { roleOf: (path) => Promise.resolve(findRole(rules, path)) }
}

describe('proxies in front of separate roles', () => {
  describeRules('nginx', openNginx)
  describeRules('ingress of the chart', readIngress)
})
