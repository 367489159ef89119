import { expect } from 'chai'
import * as contracts from '@signalbox/contracts'
import {
  apiScopes,
  createAgentSession,
  createDeployment,
  createValidator,
  createWorkflowRun,
  listWorkflows,
  recordChanges,
  servedRoutes,
  type RouteContract,
} from '@signalbox/contracts'

function isRoute(value: unknown): value is RouteContract {
  return typeof value === 'object' && value !== null && 'path' in value && 'response' in value
}
const exported: readonly unknown[] = Object.values(contracts)
const allRoutes = exported.filter(isRoute)

describe('route contracts', () => {
  it('include every served route, each once', () => {
    expect(allRoutes).to.include.members([...servedRoutes])
    expect(new Set(servedRoutes)).to.have.property('size', servedRoutes.length)
  })

  for (const route of allRoutes) {
    it(`${route.id} is complete: trailing slash, scope, path parameters`, () => {
      for (const path of [route.path, ...(route.aliases ?? [])]) {
        expect(path).to.match(/^\/api\/(?:[a-z0-9-]+|\{[a-z_]+\})(?:\/(?:[a-z0-9-]+|\{[a-z_]+\}))*\/$/)
        const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
        expect(named).to.have.members(Object.keys(route.params?.properties ?? {}))
      }
      expect([...apiScopes, 'signed-in', 'public']).to.include(route.scope)
    })

    it(`${route.id} has valid schemas`, () => {
      for (const schema of [route.params, route.query, route.body, route.response]) {
        if (schema) expect(createValidator(schema)(undefined)).to.have.property('ok')
      }
    })
  }

  it('accept no name or text that people write with NUL or an unpaired surrogate', () => {
    const written = ['name', 'agent_name', 'description', 'instruction', 'prompt', 'deployment_request', 'text', 'note']
    const checkedFields = new Set<string>()
    for (const { id, body } of allRoutes) {
      const { properties = {} }: { properties?: Record<string, { maxLength?: number }> } = body ?? {}
      for (const field of written) {
        if (body === undefined || properties[field]?.maxLength === undefined) continue
        const detailsOf = (text: string) => {
          const checked = createValidator(body, { allFaults: true })({ [field]: text })
          const faults = checked.ok ? [] : checked.faults.filter(({ pointer }) => pointer === `/${field}`)
          return faults.map(({ detail }) => detail)
        }
        const detail = 'must not contain NUL or unpaired surrogates'
        expect([detailsOf('a\0b'), detailsOf('a\ud800b')], `${id} ${field}`).to.deep.equal([[detail], [detail]])
        expect(detailsOf('a 😀'), `${id} ${field}`).to.deep.equal([])
        checkedFields.add(field)
      }
    }
    expect([...checkedFields]).to.have.members(written)
  })

  it('have unique ids, methods and paths', () => {
    expect(new Set(allRoutes.map(({ id }) => id))).to.have.property('size', allRoutes.length)
    expect(new Set(allRoutes.map(({ method, path }) => `${method} ${path}`))).to.have.property('size', allRoutes.length)
  })
})

describe('schemas of other routes', () => {
  it('accept a deployment with the required fields only, and reject a repository that is not owner/name', () => {
    const validate = createValidator(createDeployment.body!)
    expect(validate({ deployment_request: 'Ship it' }).ok).to.equal(true)
    expect(validate({ deployment_request: 'Ship it', repository_full_name: 'shop' })).to.deep.equal({
      ok: false,
      faults: [
        {
          pointer: '/repository_full_name',
          detail:
            'is malformed (Repository as `owner/name`; ' +
            'required if the organization has more than one telemetry project)',
        },
      ],
    })
    expect(validate({ deployment_request: 'Ship it', status: 'done' }).ok).to.equal(false)
  })

  it('reject a blank prompt', () => {
    const validate = createValidator(createAgentSession.body!)
    expect(validate({ prompt: 'Why is checkout slow?', context: { any: [1] } }).ok).to.equal(true)
    expect(validate({ prompt: ' \n' }).ok).to.equal(false)
    expect(validate({ prompt: 'x', context: 'text' }).ok).to.equal(false)
  })

  it('default the page size, and reject more than 100', () => {
    const validate = createValidator(listWorkflows.query!, { fromText: true })
    expect(validate({})).to.deep.equal({ ok: true, value: { page: 1, page_size: 20 } })
    expect(validate({ page_size: '101' }).ok).to.equal(false)
  })

  it('accept a run without a body, and only documented triggers', () => {
    const validate = createValidator(createWorkflowRun.body!)
    expect(validate({}).ok).to.equal(true)
    expect(validate({ triggered_by: 'cron' }).ok).to.equal(false)
  })

  it('accept up to 100 changes', () => {
    const validate = createValidator(recordChanges.body!)
    const change = { kind: 'commit', id: 'abc', occurred_at: '2026-01-01T00:00:00Z', title: 'Fix' }
    expect(validate({ changes: Array.from({ length: 100 }, () => change) }).ok).to.equal(true)
    expect(validate({ changes: Array.from({ length: 101 }, () => change) }).ok).to.equal(false)
    expect(validate({ changes: [] }).ok).to.equal(false)
  })
})
