import { expect } from 'chai'
import { createRandom, type Random } from '../../../../../test/support/random.js'
import { compileGroupingRules } from '../../../src/group/grouping-rules.js'
import { groupEvent } from '../../../src/group/group-event.js'
import { applyInAppRules } from '../../../src/group/rules/in-app-rules.js'
import { createRuleBudget } from '../../../src/group/rules/rule-budget.js'
import { RulePatterns } from '../../../src/group/rules/rule-patterns.js'
import { normalizeEvent, readGroupingExplanation, type NormalEvent } from '../../../src/index.js'
import { eventInput } from '../event-input.js'

const names = ['pay', 'checkout', 'com.shop.Cart', 'com.shop.generated.Order', '', 'x'] as const
const paths = [
  '/srv/app/cart.js',
  'src/pay.ts',
  'C:\\app\\cart.cs',
  '/srv/node_modules/pay/index.js',
  'https://a.b/c.js',
] as const
const texts = ['no order 42', 'Timed out', 'TypeError', 'production'] as const

function eventOf(random: Random): NormalEvent {
  const frame = () => ({
    function: random.pick(names),
    module: random.pick(names),
    filename: random.pick(paths),
    ...(random.next() < 0.5 && { abs_path: random.pick(paths), package: random.pick(paths) }),
    in_app: random.next() < 0.5,
  })
  const exception = () => ({
    type: random.pick(texts),
    value: random.pick(texts),
    stacktrace: { frames: Array.from({ length: random.integer(0, 5) }, frame) },
  })
  const payload = {
    platform: random.pick(['node', 'java', 'native']),
    environment: 'production',
    tags: { region: random.pick(names) },
    exception: { values: Array.from({ length: random.integer(1, 2) }, exception) },
  }
  return normalizeEvent(payload, eventInput(payload))
}

/** A text with wildcards in place of parts of it. */
function patternOf(text: string, random: Random): string {
  const start = random.integer(0, text.length)
  const end = random.integer(start, text.length)
  const pattern = text.slice(0, start) + random.pick(['*', '**', '?', '**/', '']) + text.slice(end)
  return JSON.stringify(pattern === '' ? '*' : pattern)
}

function frameMatcher(random: Random): string {
  const matcher = random.pick<() => string>([
    () => `function:${patternOf(random.pick(names), random)}`,
    () => `module:${patternOf(random.pick(names), random)}`,
    () => `path:${patternOf(random.pick(paths), random)}`,
    () => `package:${patternOf(random.pick(paths), random)}`,
    () => 'app:no',
    () => 'family:javascript',
  ])
  return (random.next() < 0.2 ? '!' : '') + matcher()
}

function eventMatcher(random: Random): string {
  const matcher = random.pick<() => string>([
    () => `type:${patternOf(random.pick(texts), random)}`,
    () => `value:${patternOf(random.pick(texts), random)}`,
    () => `message:${patternOf(random.pick(texts), random)}`,
    () => `tags.region:${patternOf(random.pick(names), random)}`,
    () => `environment:${patternOf('production', random)}`,
  ])
  return (random.next() < 0.2 ? '!' : '') + matcher()
}

const some = (random: Random, max: number, one: () => string) =>
  Array.from({ length: random.integer(1, max) }, one).join(' ')

function rulesOf({ fingerprint = [], inApp = [] }: { fingerprint?: readonly string[]; inApp?: readonly string[] }) {
  return compileGroupingRules({ fingerprint_rules: fingerprint.join('\n'), in_app_rules: inApp.join('\n') })
}

function ruleLineOf(event: NormalEvent, lines: readonly string[]): number | undefined {
  return readGroupingExplanation(groupEvent(event, rulesOf({ fingerprint: lines })).explanation)?.rule?.line
}

const inAppOf = ({ exceptions }: NormalEvent) =>
  exceptions.flatMap(({ stacktrace }) => stacktrace?.frames.map(({ inApp }) => inApp) ?? [])

describe('the patterns of a project', () => {
  it('choose the same fingerprint rule together as one by one', () => {
    const random = createRandom(2)
    let matched = 0
    for (let round = 0; round < 200; round += 1) {
      const event = eventOf(random)
      const matchers = () => some(random, 2, () => (random.next() < 0.7 ? frameMatcher(random) : eventMatcher(random)))
      const lines = Array.from({ length: random.integer(1, 12) }, () => `${matchers()} -> x`)
      const alone = lines.findIndex((line) => ruleLineOf(event, [line]) === 1)
      const expected = alone === -1 ? undefined : alone + 1
      expect(ruleLineOf(event, lines), lines.join('\n')).to.equal(expected)
      matched += Number(alone !== -1)
    }
    expect(matched).to.be.within(40, 190)
  })

  it('mark the same frames together as one after the other', () => {
    const random = createRandom(3)
    for (let round = 0; round < 300; round += 1) {
      const event = eventOf(random)
      const line = () => `${some(random, 2, () => frameMatcher(random))} ${random.pick(['+app', '-app'])}`
      const inApp = Array.from({ length: random.integer(1, 12) }, line)
      const apply = (to: NormalEvent, lines: readonly string[]) =>
        applyInAppRules(to, rulesOf({ inApp: lines }), createRuleBudget()).event
      const stepwise = inApp.reduce((before, one) => apply(before, [one]), event)
      expect(inAppOf(apply(event, inApp)), inApp.join('\n')).to.deep.equal(inAppOf(stepwise))
    }
  })

  it('cost one step for a text that was seen before', () => {
    const patterns = new RulePatterns()
    const { matches } = patterns.add('**/a/*'.repeat(10), 'path', 'path')
    const budget = createRuleBudget()
    const stepsOf = (text: string) => {
      const { left } = budget
      matches(text, budget)
      return left - budget.left
    }
    expect(stepsOf('/a'.repeat(100))).to.be.above(100)
    expect(stepsOf('/a'.repeat(100))).to.equal(1)
    expect(stepsOf('/a'.repeat(99))).to.be.above(100)
  })
})
