import { queryErrors } from '@signalbox/contracts'
import { expect } from 'chai'
import fc from 'fast-check'
import { createReplay } from '../../src/investigation/create-replay.js'
import type { Engine, Investigation, InvestigationStep } from '../../src/investigation/investigation.js'
import { asOf, draftOf, ScriptedSession, session } from '../support/scripted-session.js'

/** The operations of a generated program's step, in order. `ask` and `compute` identify their subject by a number. */
type Deed = { do: 'ask' | 'compute' | 'reply'; about: number }
interface PlannedStep {
  deeds: readonly Deed[]
  /** True if the step's queries run concurrently. */
  atOnce: boolean
}
/** Sequential groups of steps; the steps of a group run concurrently. */
type Program = readonly (readonly PlannedStep[])[]

const deed = fc.record({
  do: fc.constantFrom('ask', 'ask', 'compute', 'reply'),
  about: fc.nat({ max: 5 }),
}) as fc.Arbitrary<Deed>
const plannedStep = fc.record({ deeds: fc.array(deed, { maxLength: 4 }), atOnce: fc.boolean() })
const program = fc.array(fc.array(plannedStep, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 5 })

/** Query 5 is rejected and completion 5 fails: engines tolerate both. */
const bad = 5

function createEngine(groups: Program, replies: string[]): Engine {
  return async (investigation) => {
    const said: string[] = []
    for (const [group, steps] of groups.entries()) {
      const results = await Promise.all(
        steps.map((step, index) => doStep(investigation, { step, name: `${group}/${index}`, replies })),
      )
      said.push(...results)
    }
    return { kind: 'concluded', draft: draftOf(said.join('; ')) }
  }
}

function doStep(
  investigation: Investigation,
  { step: { deeds, atOnce }, name, replies }: { step: PlannedStep; name: string; replies: string[] },
): Promise<string> {
  return investigation.step({ tool: 'planned', input: { name } }, async (step) => {
    const act = (deed: Deed, index: number) => doDeed(step, deed, { index, replies })
    if (atOnce) return (await Promise.all(deeds.map(act))).join(', ')
    const said: string[] = []
    for (const [index, each] of deeds.entries()) said.push(await act(each, index))
    return said.join(', ')
  })
}

async function doDeed(
  step: InvestigationStep,
  { do: what, about }: Deed,
  { index, replies }: { index: number; replies: string[] },
): Promise<string> {
  if (what === 'compute') return step.derive({ summary: 'computed', derivedFrom: [], data: { about, index } })
  try {
    if (what === 'reply') {
      return await step.record(`reply ${index}`, () => {
        replies.push(`${about}`)
        return about === bad ? Promise.reject(new Error('no reply')) : Promise.resolve(`reply ${about}`)
      })
    }
    const { evidenceId, value } = await step.ask(queryErrors, { query: { search: String(about) } }, () => 'asked')
    return `${evidenceId}=${value.total}`
  } catch (error) {
    // An error that ends the session must not be treated as a response.
    if (String(error).includes('killed')) throw error
    return String(error)
  }
}

function script(): ScriptedSession {
  const scripted = new ScriptedSession()
  scripted.answer = ({ parameters }) => {
    if (parameters['search'] === String(bad)) throw new Error('refused')
    return { total: Number(parameters['search']), has_more: false, events: [] }
  }
  return scripted
}

describe('an investigation that crashes at any point', () => {
  it('reaches the same conclusion with the same steps, repeats no stored query, and can be replayed', async () => {
    await fc.assert(
      fc.asyncProperty(program, fc.nat({ max: 9 }), async (groups, crashAt) => {
        const whole = script()
        const replies: string[] = []
        const conclusion = await createEngine(groups, replies)(whole.begin().investigation)

        const crashed = script()
        crashed.beforeKeep = () => {
          if (crashed.kept.length >= crashAt) crashed.ending.abort(new Error('killed'))
          crashed.ending.signal.throwIfAborted()
        }
        await createEngine(groups, [])(crashed.begin().investigation).catch(() => undefined)
        const kept = crashed.kept.length
        crashed.beforeKeep = () => undefined
        const resumed = await createEngine(
          groups,
          [],
        )(crashed.begin(crashed.kept.slice(), { signal: new AbortController().signal }).investigation)
        expect(resumed).to.deep.equal(conclusion)
        expect(crashed.diverged, 'nothing differs').to.equal(0)
        expect(crashed.kept.length - kept, 'no step is kept twice').to.equal(whole.kept.length - kept)
        expect(sorted(crashed)).to.deep.equal(sorted(whole))

        const again: string[] = []
        const replay = createReplay({ session, asOf, steps: crashed.kept })
        expect(await createEngine(groups, again)(replay)).to.deep.equal(conclusion)
        expect(again, 'no reply is asked for again').to.deep.equal([])
      }),
      { numRuns: 100 },
    )
  })
})

function sorted({ kept }: ScriptedSession) {
  return kept
    .map(({ step, results }) => ({ step: { ...step, started_at: '', duration_ms: 0 }, results }))
    .sort((a, b) => a.step.number - b.step.number)
}
