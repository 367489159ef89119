import fc from 'fast-check'
import { AlertWorld, type AlertStep } from '../support/alert-world.js'

const step: fc.Arbitrary<AlertStep> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc.record({
      kind: fc.constant('measure'),
      minutes: fc.integer({ min: 0, max: 4 }),
      value: fc.option(fc.integer({ min: 0, max: 12 }), { freq: 8 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('jump'), minutes: fc.integer({ min: -600, max: 600 }) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('crash'), calls: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rival'), value: fc.integer({ min: 0, max: 12 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mute'), minutes: fc.integer({ min: 1, max: 10 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('change'),
      value: fc.integer({ min: 3, max: 9 }),
      isActive: fc.boolean(),
    }),
  },
)
const rule = fc.record({
  value: fc.integer({ min: 3, max: 9 }),
  band: fc.nat({ max: 3 }),
  for_minutes: fc.nat({ max: 3 }),
  resolve_for_minutes: fc.nat({ max: 3 }),
})

describe('evaluating alert rules under any input', () => {
  it('opens one alert at a time, and notifies of each once when it opens and once when it ends', async () => {
    await fc.assert(
      fc.asyncProperty(rule, fc.array(step, { minLength: 30, maxLength: 60, size: 'max' }), async (one, steps) => {
        const world = new AlertWorld(one)
        try {
          for (const each of steps) await world.take(each)
          await world.comeToRest()
        } finally {
          world.close()
        }
      }),
      { numRuns: 5 },
    )
  })
})
