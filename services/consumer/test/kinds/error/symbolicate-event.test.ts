import { normalizeEvent } from '@signalbox/sentry-events'
import type { ScriptModule } from '@signalbox/source-maps'
import { expect } from 'chai'
import { symbolicateEvent } from '../../../src/kinds/error/symbolicate/symbolicate-event.js'
import { eventInput } from './event-input.js'

describe('symbolicateEvent', () => {
  it('leaves a stack as it is, with what is remembered for it, if no frame is resolved', () => {
    const path = '/srv/shop/app.js'
    const frames = [
      { function: 'pay', abs_path: path, lineno: 1, colno: 1, in_app: true },
      { function: 'emit', abs_path: 'node:events', filename: 'node:events', lineno: 5, colno: 1, in_app: false },
    ]
    const payload = { platform: 'node', exception: { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] } }
    const event = normalizeEvent(payload, eventInput(payload))
    const missing: ScriptModule = {
      state: 'missing_source',
      index: undefined,
      mapUrl: undefined,
      resolvedWith: 'release',
    }
    const symbolicated = symbolicateEvent(event, new Map([[path, missing]]))
    expect(symbolicated.exceptions[0]?.stacktrace).to.equal(event.exceptions[0]?.stacktrace)
    expect(symbolicated.exceptions[0]).to.not.have.property('rawStacktrace')
    expect(symbolicated.errors).to.deep.equal([{ type: 'js_no_source', url: path }])
  })
})
