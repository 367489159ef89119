import { apiScopes, servedRoutes, type FieldFault, type RouteContract } from '@signalbox/contracts'
import { expect } from 'chai'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { createSample, createSpan } from '../support/telemetry.js'
import { TestBrowser } from '../support/test-browser.js'

const name = 'unheard_of'
const unknownId = '0192f3a0-0000-7000-8000-000000000001'

/** Bodies that are validated before the parameters. */
const bodies: Readonly<Record<string, object>> = {
  ingestMetrics: { metrics: [createSample()] },
  ingestSpans: { spans: [createSpan()] },
}

/** Sentry's clients and identity providers send their own parameters, which are ignored. */
const isForeign = ({ id, path }: RouteContract) => path.startsWith('/api/0/') || id === 'finishOidc'

function requestOf({
  id,
  path,
  method,
  body,
}: RouteContract): [method: string, path: string, body: object | undefined] {
  const address = `${path.replaceAll(/\{\w+\}/g, unknownId)}?${name}=1`
  return [method.toUpperCase(), address, body && (bodies[id] ?? {})]
}

/** The fault that a route reports for the parameter; undefined if it reports none. */
function faultOf(body: unknown): FieldFault | undefined {
  const { errors = [] } = body as { errors?: FieldFault[] }
  return errors.find((fault) => fault.in === 'query' && fault.name === name)
}

/** Parameters that people can choose from; fields of an object are separate parameters. */
function allowedBy({ query }: RouteContract): string {
  const names = Object.entries(query?.properties ?? {}).map(([each, schema]) =>
    'type' in schema && schema.type === 'object' ? `${each}.<key>` : each,
  )
  return names.length === 0 ? 'it has none' : `supported are ${names.join(', ')}`
}

describe('an unknown parameter', () => {
  let signalbox: InProcessSignalbox
  let program: (route: RouteContract) => ReturnType<TestBrowser['send']>
  let person: (route: RouteContract) => ReturnType<TestBrowser['send']>

  before(async () => {
    signalbox = await startInProcess()
    const key = await signalbox.call('POST', '/api/v1/organization/api-keys/', { name: 'all', scopes: apiScopes })
    const headers = { authorization: `Bearer ${(key.body as { key: string }).key}` }
    const anonymous = new TestBrowser(signalbox.url)
    program = (route) => anonymous.send(...requestOf(route), headers)
    const invitation = await signalbox.call('POST', '/api/v1/organization/invitations/', { role: 'owner' })
    const browser = new TestBrowser(signalbox.url)
    await browser.accept((invitation.body as { link: string }).link, 'owner@example.com')
    person = (route) => browser.send(...requestOf(route))
  })
  after(() => signalbox.close())

  for (const route of servedRoutes) {
    it(`is ${isForeign(route) ? 'ignored' : 'refused'} by ${route.id}`, async () => {
      const { status, body } = await (route.scope === 'signed-in' ? person(route) : program(route))
      if (isForeign(route)) {
        expect(faultOf(body)).to.equal(undefined)
        return
      }
      expect(status, JSON.stringify(body)).to.equal(400)
      expect(faultOf(body)?.detail, JSON.stringify(body)).to.equal(
        `is not a parameter of this route: ${allowedBy(route)}`,
      )
    })
  }
})
