import { defaultProjectSettings } from '@signalbox/contracts'
import { createRuleBudget, normalizeEvent, type JsonObject } from '@signalbox/sentry-events'
import { convertMap, FlatIndex, type ScriptModule } from '@signalbox/source-maps'
import type { RevisableEvent } from '@signalbox/telemetry-store'
import { expect } from 'chai'
import { finishEvent } from '../../src/kinds/error/process-event.js'
import { symbolicateEvent } from '../../src/kinds/error/symbolicate/symbolicate-event.js'
import { compileProjectRules } from '../../src/project/project-rules.js'
import { resymbolicateEvent } from '../../src/resymbolicate/resymbolicate-event.js'
import type { ScriptModules } from '../../src/symbols/resolved-stacks.js'
import { eventInput } from '../kinds/error/event-input.js'

const rules = compileProjectRules(defaultProjectSettings)
const scriptOf = (name: string) => `https://shop.example/${name}.min.js`

/** A one-line script whose first position is in `<name>.ts`. */
function mapped(name: string): ScriptModule {
  const map = { version: 3, sources: [`${name}.ts`], sourcesContent: ['throw 1'], names: [], mappings: 'AAAA' }
  const index = new FlatIndex(convertMap(JSON.stringify(map), 'throw 1'))
  return { state: 'mapped', index, mapUrl: `https://shop.example/${name}.map`, resolvedWith: 'release' }
}

const missing: ScriptModule = {
  state: 'missing_source',
  index: undefined,
  mapUrl: undefined,
  resolvedWith: 'release',
}

function modulesOf(uploaded: readonly string[], names: readonly string[]): ScriptModules {
  return new Map(names.map((name) => [scriptOf(name), uploaded.includes(name) ? mapped(name) : missing]))
}

/** An error in `one`, thrown by a call of `two`, as stored with the given uploads. */
function store(uploaded: readonly string[]): RevisableEvent {
  const frames = ['two', 'one'].map((name) => ({
    function: 'x',
    abs_path: scriptOf(name),
    lineno: 1,
    colno: 1,
    in_app: true,
  }))
  const payload = { platform: 'javascript', exception: [{ type: 'Error', value: 'no', stacktrace: { frames } }] }
  const input = eventInput(payload)
  const event = symbolicateEvent(normalizeEvent(payload, input), modulesOf(uploaded, ['one', 'two']))
  const finished = finishEvent(event, input, { rules, ruleBudget: createRuleBudget() })
  if (!finished.ok) throw new Error(finished.detail)
  return { ...finished.row, receivedAt: input.receivedAt }
}

async function resolve(stored: RevisableEvent, uploaded: readonly string[]) {
  const asked: string[] = []
  const scripts = {
    load: (request: { scripts: readonly { path: string }[] }) => {
      asked.push(...request.scripts.map(({ path }) => path))
      return Promise.resolve(modulesOf(uploaded, ['one', 'two']))
    },
  }
  const revision = await resymbolicateEvent(stored, { organizationId: 'o', projectId: 'p', rules, scripts })
  return { asked, revision }
}

function partsOf(payload: string) {
  const event = JSON.parse(payload) as {
    exception: { stacktrace: { frames: JsonObject[] }; raw_stacktrace?: { frames: JsonObject[] } }[]
    errors?: JsonObject[]
  }
  const [{ stacktrace, raw_stacktrace: raw } = { stacktrace: { frames: [] } }] = event.exception
  const files = (frames: JsonObject[] = []) => frames.map(({ filename }) => filename)
  return { files: files(stacktrace.frames), raw: files(raw?.frames), errors: event.errors?.map(({ url }) => url) }
}

describe('resymbolicateEvent', () => {
  it('resolves frames whose maps have arrived', async () => {
    const stored = store([])
    const { revision, asked } = await resolve(stored, ['one', 'two'])
    expect(asked).to.have.members([scriptOf('one'), scriptOf('two')])
    expect(partsOf(revision?.payload ?? '{}')).to.deep.equal({
      files: ['two.ts', 'one.ts'],
      raw: ['/two.min.js', '/one.min.js'],
      errors: undefined,
    })
    expect(revision?.fingerprint).to.not.equal(stored.fingerprint)
  })

  it('retains frames that were resolved by maps that are gone', async () => {
    const stored = store(['one'])
    const { revision } = await resolve(stored, ['two'])
    expect(partsOf(revision?.payload ?? '{}')).to.deep.equal({
      files: ['two.ts', 'one.ts'],
      raw: ['/two.min.js', '/one.min.js'],
      errors: undefined,
    })
  })

  it('leaves an event unchanged if nothing more can be resolved', async () => {
    const stored = store(['one'])
    for (const uploaded of [[], ['one']]) {
      expect((await resolve(stored, uploaded)).revision, uploaded.join(' ')).to.equal(undefined)
    }
  })
})
