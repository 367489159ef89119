import type { WorkflowChange } from '@signalbox/contracts'
import fc from 'fast-check'
import { EngineWorld, type WorldStep } from '../../support/engine-world.js'

const second = 1_000
const hour = 3_600_000
const choice = fc.nat({ max: 100 })

const crons = ['30 2 * * *', '0 */6 * * *', '15,45 1-3 * * *', '0 0 * * 0']
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe']
const schedule = fc
  .record({ cron: fc.constantFrom(...crons), time_zone: fc.constantFrom(...zones) })
  .map((fields) => ({ kind: 'schedule' as const, name: 'schedule', ...fields }))
const deployments = fc
  .option(fc.integer({ min: 1, max: 5 }), { nil: 60 })
  .map((cap) => ({ kind: 'deployment_created' as const, name: 'ship', runs_per_hour_max: cap }))
const change: fc.Arbitrary<WorkflowChange> = fc.record(
  {
    status: fc.constantFrom('active' as const, 'disabled' as const),
    concurrency: fc.constantFrom('allow' as const, 'skip' as const, 'queue' as const),
    retry: fc.record({ max_attempts: fc.integer({ min: 1, max: 3 }), base_seconds: fc.integer({ min: 1, max: 600 }) }),
    timeout_seconds: fc.integer({ min: 10, max: 7_200 }),
    triggers: fc.tuple(schedule, deployments).map((both) => [...both]),
  },
  { requiredKeys: [] },
)

const step: fc.Arbitrary<WorldStep> = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.record({ kind: fc.constant('advance'), ms: fc.integer({ min: second, max: 8 * hour }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('jump'), ms: fc.integer({ min: -30 * hour, max: 10 * 24 * hour }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create'), change }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('edit'), workflow: choice, change }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete'), workflow: choice }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('deploy') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('run'), workflow: choice }) },
  {
    weight: 18,
    arbitrary: fc.record({
      kind: fc.constant('end'),
      run: choice,
      how: fc.constantFrom('healthy' as const, 'failed' as const, 'cancelled' as const, 'lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel'), run: choice }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('crash'), calls: fc.integer({ min: 1, max: 120 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rival') }) },
)

describe('the engine under any sequence of operations', () => {
  it('runs every occurrence once, loses none, and leaves no run behind', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 80, maxLength: 160, size: 'max' }), (steps) => {
        const world = new EngineWorld()
        try {
          for (const one of steps) world.take(one)
          world.comeToRest()
        } finally {
          world.close()
        }
      }),
      { numRuns: 14 },
    )
  }).timeout(300_000)
})
