import { expect } from 'chai'
import { compileGroupingRules, findRuleFaults } from '../../src/index.js'
import { grouped } from './grouped.js'
import { processorMsOf } from './processor-time.js'

const faultsOf = (fingerprint: string, inApp = '') =>
  findRuleFaults({ fingerprint_rules: fingerprint, in_app_rules: inApp }).map(
    ({ field, line, detail }) => `${field} ${line}: ${detail}`,
  )

describe('findRuleFaults', () => {
  it('accepts rules, comments and empty lines', () => {
    expect(
      faultsOf('# a\n\ntype:X -> a, "b, c" title="d"\r\n!app:no -> {{ default }}, x', 'path:a/** -app +group'),
    ).to.deep.equal([])
  })

  it('reports field, line and fault', () => {
    expect(faultsOf('type:X -> a\n\ntype:X', '\napp:maybe +app')).to.deep.equal([
      'fingerprint_rules 3: missing `->`',
      'in_app_rules 2: `app` must be `yes` or `no`',
    ])
  })

  it('rejects rules that cannot be parsed', () => {
    for (const [line, detail] of [
      ['-> a', 'missing matcher'],
      ['type -> a', '`type` is not `matcher:pattern`'],
      ['type: -> a', '`type` has no pattern'],
      ['colour:red -> a', 'unknown matcher `colour`'],
      ['tags.:x -> a', 'unknown matcher `tags.`'],
      ['type:X ->', 'missing part after `->`'],
      ['type:X -> a,,b', 'empty part'],
      ['type:"X -> a', 'unclosed quote'],
      ['family:python -> a', '`family` must be `javascript`, `native` or `other`'],
      [`type:${'x'.repeat(201)} -> a`, 'the pattern of `type` is longer than 200 characters'],
      [`${'type:x '.repeat(11)}-> a`, 'more than 10 matchers'],
      [`type:x -> ${'a,'.repeat(20)}a`, 'more than 20 parts'],
      [`type:x -> ${'a'.repeat(1_000)}`, 'longer than 1000 characters'],
    ] as const) {
      expect(faultsOf(line)).to.deep.equal([`fingerprint_rules 1: ${detail}`])
    }
    for (const [line, detail] of [
      ['path:x', 'missing `+app`, `-app`, `+group` or `-group`'],
      ['path:x +apps', '`+apps` is not one of `+app`, `-app`, `+group`, `-group`'],
      ['path:x +app y:z', '`y:z` is not one of `+app`, `-app`, `+group`, `-group`'],
      ['type:x +app', 'unknown frame matcher `type`'],
      ['+app', 'missing matcher'],
    ] as const) {
      expect(faultsOf('', line)).to.deep.equal([`in_app_rules 1: ${detail}`])
    }
  })

  it('limits the number of rules', () => {
    const rules = 'type:x -> a\n'.repeat(201)
    expect(faultsOf(rules)).to.deep.equal(['fingerprint_rules 201: more than 200 rules'])
    expect(compileGroupingRules({ fingerprint_rules: rules, in_app_rules: '' }).fingerprintRules).to.have.length(200)
  })

  it('takes linear time for hostile texts', () => {
    const ms = processorMsOf(() => {
      for (const unit of ['"', '\\"', '# ', 'a:b ', '-> ', ',', '\n', '{{', '"\\', ' "']) {
        faultsOf(unit.repeat(32_768 / unit.length), unit.repeat(32_768 / unit.length))
      }
    })
    expect(ms).to.be.lessThan(10_000)
  })
})

describe('compileGroupingRules', () => {
  it('creates rules that take bounded time for any event', () => {
    const frames = Array.from({ length: 250 }, () => ({ function: 'f', filename: '/a'.repeat(250), in_app: true }))
    const payload = { exception: { values: [{ type: 'E', value: 'ab'.repeat(4_000), stacktrace: { frames } }] } }
    const patterns = Array.from({ length: 200 }, () => `path:${'**/a/*'.repeat(10)}?`)
    const lines = {
      fingerprint: patterns.map((pattern) => `${pattern} message:${'*a'.repeat(90)}b*b -> x`),
      inApp: patterns.map((pattern) => `${pattern} -app`),
    }
    expect(processorMsOf(() => grouped(payload, lines))).to.be.lessThan(20_000)
  })
})
