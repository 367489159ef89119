import { expect } from 'chai'
import fc from 'fast-check'
import { renderTemplate } from '../../src/workflows/render-template.js'

const enough = 10_000_000
const name = fc.stringMatching(/^[a-z_]{1,8}$/).filter((key) => !(key in {}))
const plainText = fc.string().filter((text) => !text.includes('{') && !text.includes('}'))

const render = (template: string, context: Record<string, unknown>) => {
  const rendered = renderTemplate(template, context, enough)
  if (!rendered) throw new Error('too long')
  return rendered
}

describe('renderTemplate', () => {
  const context = JSON.parse(
    '{"a":{"b":"deep","n":1.5,"no":false,"nil":null},"list":["x",{"y":"z"}],"s":"text","":"empty"}',
  ) as Record<string, unknown>
  const cases: readonly [string, string][] = [
    ['{{ s }} {{s}} {{  s\n}}', 'text text text'],
    ['{{ a.b }}', 'deep'],
    ['{{ a.n }} {{ a.no }} {{ a.nil }}', '1.5 false null'],
    ['{{ list.0 }} {{ list.1.y }}', 'x z'],
    ['{{ list }}', '["x",{"y":"z"}]'],
    ['{{{s}}}', '{text}'],
  ]
  for (const [template, expected] of cases) {
    it(`turns ${JSON.stringify(template)} into ${JSON.stringify(expected)}`, () => {
      expect(render(template, context)).to.deep.equal({ instruction: expected, warnings: [] })
    })
  }

  for (const path of [
    'b',
    'a.x',
    'list.2',
    'list.length',
    'list.-1',
    's.length',
    's.0',
    'constructor',
    '__proto__',
    'a.toString',
  ]) {
    it(`leaves {{ ${path} }}, which is not in the context, and warns once`, () => {
      const template = `{{ ${path} }} and {{${path}}}`
      expect(render(template, context)).to.deep.equal({
        instruction: template,
        warnings: [`The context has no ${path}`],
      })
    })
  }

  it('leaves texts that are not variables', () => {
    for (const text of ['{{ }}', '{{}}', '{{ a b }}', '{ s }', '{{ s }', '}} s {{']) {
      expect(render(text, context)).to.deep.equal({ instruction: text, warnings: [] })
    }
  })

  it('inserts every text verbatim and never renders it again', () => {
    fc.assert(
      fc.property(name, fc.string(), plainText, (key, value, around) => {
        const hostile = `${value}{{ ${key} }}$&$1`
        const { instruction, warnings } = render(`${around}{{ ${key} }}${around}`, { [key]: hostile })
        expect(instruction).to.equal(`${around}${hostile}${around}`)
        expect(warnings).to.deep.equal([])
      }),
    )
  })

  it('inserts every other value as JSON', () => {
    fc.assert(
      fc.property(
        name,
        fc.jsonValue().filter((value) => typeof value !== 'string'),
        (key, value) => {
          expect(render(`{{${key}}}`, { [key]: value }).instruction).to.equal(JSON.stringify(value))
        },
      ),
    )
  })

  it('leaves any text unchanged without a context, and warns once per variable', () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom('{{', '}}', ' ', '{{ a }}', '{{ a.b }}', '{{ __proto__ }}'))
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join('')
        const { instruction, warnings } = render(text, {})
        expect(instruction).to.equal(text)
        expect(new Set(warnings).size).to.equal(warnings.length)
      }),
    )
  })

  it('finds a value at any depth', () => {
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 10 }), fc.string(), (path, value) => {
        const nested = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
        expect(render(`{{ ${path.join('.')} }}`, nested as Record<string, unknown>).instruction).to.equal(value)
      }),
    )
  })

  it('stops at the limit, counted in bytes', () => {
    expect(renderTemplate('{{ a }}', { a: 'é' }, 2)?.instruction).to.equal('é')
    expect(renderTemplate('{{ a }}', { a: 'é' }, 1)).to.equal(undefined)
    expect(renderTemplate('{{ a }}'.repeat(10_000), { a: 'x'.repeat(60_000) }, 65_536)).to.equal(undefined)
  })

  for (const piece of ['{', '{{', '{{ ', '{{a ', '{{a.', '}}', ' ']) {
    it(`takes linear time on repeated ${JSON.stringify(piece)}`, () => {
      const text = `{{${piece.repeat(200_000)}`
      const begin = performance.now()
      expect(render(text, {}).instruction).to.equal(text)
      expect(performance.now() - begin).to.be.lessThan(2_000)
    })
  }
})
