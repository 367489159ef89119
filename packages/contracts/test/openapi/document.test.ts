import { expect } from 'chai'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { createOpenApiDocument, queryErrors, readErrors, servedRoutes } from '@signalbox/contracts'

const document = createOpenApiDocument({ routes: servedRoutes, publicUrl: 'http://127.0.0.1:8000', version: '1.2.3' })
// As clients get it: plain JSON.
const json: unknown = JSON.parse(JSON.stringify(document))

interface Found {
  place: string
  node: object
}

/** Every object in the document with its JSON pointer. */
function* walk(node: unknown, place = '#'): Generator<Found> {
  if (typeof node !== 'object' || node === null) return
  yield { place, node }
  for (const [key, child] of Object.entries(node)) {
    yield* walk(child, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
  }
}

function field(node: unknown, name: string): unknown {
  return typeof node === 'object' && node !== null ? Object.entries(node).find(([key]) => key === name)?.[1] : undefined
}

function resolve(pointer: string): unknown {
  const names = pointer
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
  return names.reduce<unknown>(field, json)
}

const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('createOpenApiDocument', () => {
  it('describes every served route and SDK path, with unique ids', () => {
    const ids = operations.map((operation) => field(operation, 'operationId'))
    expect(ids).to.have.members([
      ...servedRoutes.map(({ id }) => id),
      'sendEnvelope',
      'storeEvent',
      'sendSecurityReport',
      'checkIn',
      'sendMinidump',
      'sendAttachments',
      ...['Traces', 'Metrics', 'Logs'].flatMap((signal) => [`export${signal}`, `exportProject${signal}`]),
      'writeRemotely',
    ])
    expect(new Set(ids)).to.have.property('size', ids.length)
  })

  it('has no dangling references', () => {
    const references = [...walk(json)].map(({ node }) => field(node, '$ref')).filter((it) => typeof it === 'string')
    expect(references).to.not.be.empty
    for (const reference of references) expect(resolve(reference), reference).to.be.an('object')
  })

  it('describes file responses as bytes, not JSON', () => {
    const path = '/api/v1/telemetry/query/events/{event_id}/attachments/{attachment_id}/'
    const content = ['paths', path, 'get', 'responses', '200', 'content'].reduce<unknown>(field, json)
    expect(content).to.deep.equal({
      'application/octet-stream': { schema: { contentMediaType: 'application/octet-stream' } },
    })
  })

  it('describes event streams by their media type', () => {
    const path = '/api/v1/agent/sessions/{session_id}/events/'
    const content = ['paths', path, 'get', 'responses', '200', 'content'].reduce<unknown>(field, json)
    expect(content).to.deep.equal({
      'text/event-stream': { schema: { type: 'string', contentMediaType: 'text/event-stream' } },
    })
  })

  it('has valid JSON Schema 2020-12 schemas', () => {
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allowUnionTypes: true })
    for (const format of ['date-time', 'uuid', 'binary']) ajv.addFormat(format, true)
    for (const word of ['openapi', 'info', 'servers', 'tags', 'paths', 'components', 'discriminator'])
      ajv.addKeyword(word)
    ajv.addSchema({ $id: 'document', ...document })
    const compiled = new Set<string>()
    for (const { place, node } of walk(json)) {
      const isSchema = place.endsWith('/schema') || /^#\/components\/schemas\/\w+$/.test(place)
      if (!isSchema) continue
      const absolute = JSON.stringify(node).replaceAll('"$ref":"#', '"$ref":"document#')
      if (compiled.has(absolute)) continue
      compiled.add(absolute)
      expect(() => ajv.compile(JSON.parse(absolute) as object), place).to.not.throw()
    }
  })

  it('gives each operation a listed tag, an existing security requirement and responses', () => {
    const tags = document.tags.map(({ name }) => name)
    for (const operation of operations) {
      expect(tags).to.include.members(field(operation, 'tags') as string[])
      const schemes = (field(operation, 'security') as object[]).flatMap((requirement) => Object.keys(requirement))
      expect(Object.keys(document.components['securitySchemes'] ?? {})).to.include.members(schemes)
      expect(field(operation, 'responses')).to.include.keys(...(schemes.length > 0 ? ['401', '403', '503'] : ['503']))
      // A job must never fail because of its monitoring.
      const isLimited = field(operation, 'operationId') !== 'checkIn'
      expect('429' in (field(operation, 'responses') as object)).to.equal(isLimited)
    }
  })

  it('names path parameters as in the path', () => {
    for (const [path, methods] of Object.entries(document.paths)) {
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      for (const operation of Object.values(methods)) {
        const parameters = (field(operation, 'parameters') ?? []) as { in: string; name: string; required: boolean }[]
        const described = parameters.filter((parameter) => parameter.in === 'path')
        expect(described.map(({ name }) => name)).to.have.members(inPath)
        expect(described.every(({ required }) => required)).to.equal(true)
      }
    }
  })

  it('marks optional parameters, with their defaults', () => {
    const parameters = resolve('#/paths/~1api~1v1~1telemetry~1query~1errors~1/get/parameters') as object[]
    expect(parameters.find((parameter) => field(parameter, 'name') === 'limit')).to.deep.equal({
      name: 'limit',
      in: 'query',
      required: false,
      description: 'Maximum number of results, 1 to 1000',
      schema: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
    })
    const actions = resolve('#/paths/~1api~1v1~1telemetry~1errors~1/get/parameters') as object[]
    expect(
      field(
        actions.find((parameter) => field(parameter, 'name') === 'action'),
        'required',
      ),
    ).to.equal(true)
  })

  it('describes tag filters as separate parameters', () => {
    const parameters = resolve('#/paths/~1api~1v1~1telemetry~1query~1errors~1/get/parameters')
    const tag = [...walk(parameters)].map(({ node }) => node).find((node) => field(node, 'name') === 'tag')
    expect(tag).to.include({ in: 'query', required: false, style: 'form', explode: true })
    expect(field(field(tag, 'schema'), 'patternProperties')).to.have.all.keys('^tag\\.')
  })

  it('describes errors as problems, and the rate-limit headers', () => {
    const responses = resolve('#/paths/~1api~1v1~1telemetry~1query~1errors~1/get/responses')
    expect(responses).to.have.all.keys('200', '400', '401', '403', '404', '429', '503')
    expect(field(field(responses, '200'), 'headers')).to.include.keys('X-RateLimit-Limit', 'X-RateLimit-Reset')
    expect(resolve('#/components/responses/RateLimited/content')).to.have.all.keys('application/problem+json')
  })

  it('describes conflict responses', () => {
    const path = '/api/v1/agent/sessions/{session_id}/cancel/'
    const description = ['paths', path, 'post', 'responses', '409', 'description'].reduce<unknown>(field, json)
    expect(description).to.equal('The session has already ended')
  })

  it('contains the given address and version, and only JSON values', () => {
    expect(document.servers).to.deep.equal([{ url: 'http://127.0.0.1:8000' }])
    expect(document.info.version).to.equal('1.2.3')
    expect(json).to.deep.equal(document)
  })

  it('rejects routes with the same id or path', () => {
    const describeRoutes = (routes: Parameters<typeof createOpenApiDocument>[0]['routes']) =>
      createOpenApiDocument({ routes, publicUrl: 'http://x', version: '1' })
    expect(() => describeRoutes([queryErrors, { ...readErrors, id: 'queryErrors' }])).to.throw('the id queryErrors')
    expect(() => describeRoutes([queryErrors, { ...queryErrors, id: 'other' }])).to.throw('two routes handle get')
  })
})
