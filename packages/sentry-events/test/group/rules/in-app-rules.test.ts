import { expect } from 'chai'
import { toPayload } from '../../../src/index.js'
import { explained, grouped, type Lines } from '../grouped.js'

const library = { function: 'call', filename: '/srv/node_modules/pay/index.js', in_app: true }
const own = { function: 'checkout', filename: '/srv/app/checkout.js', in_app: true }
const wrapper = { function: 'withRetry', filename: '/srv/app/retry.js', in_app: true }

function errorOf(...frames: object[]): Record<string, unknown> {
  return { platform: 'node', exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] } }
}

function inAppOf(payload: Record<string, unknown>, lines: Lines): boolean[] {
  const [exception] = grouped(payload, lines).event.exceptions
  return exception?.stacktrace?.frames.map(({ inApp }) => inApp) ?? []
}

describe('frame rules', () => {
  it('set in-app frames, for grouping and in the stored event', () => {
    const inApp = ['path:**/node_modules/pay/** +app']
    const { fingerprint, event } = grouped(errorOf(own, library), { inApp })
    expect(fingerprint).to.not.equal(grouped(errorOf(own, library)).fingerprint)
    expect(inAppOf(errorOf(own, library), { inApp })).to.deep.equal([true, true])
    expect(toPayload(event)).to.not.contain('"in_app":false')
  })

  it('make a caller count that otherwise would not', () => {
    const inApp = ['function:checkout +group']
    const pay = { ...own, function: 'pay' }
    expect(grouped(errorOf(own, pay)).fingerprint).to.equal(grouped(errorOf(pay)).fingerprint)
    expect(grouped(errorOf(own, pay), { inApp }).fingerprint).to.not.equal(grouped(errorOf(pay), { inApp }).fingerprint)
  })

  it('mark frames as not in-app, so that others count', () => {
    const inApp = ['function:withRetry -app']
    expect(grouped(errorOf(own, wrapper), { inApp }).fingerprint).to.equal(grouped(errorOf(own)).fingerprint)
    expect(explained(errorOf(own, wrapper), { inApp }).frames).to.deep.equal([
      { function: 'checkout', place: '/srv/app/checkout.js', why: undefined, line: undefined },
      { function: 'withRetry', place: '/srv/app/retry.js', why: 'not in app', line: 1 },
    ])
  })

  it('ignore frames in grouping, and include frames that are otherwise ignored', () => {
    const inApp = ['', 'function:withRetry -group']
    expect(grouped(errorOf(own, wrapper), { inApp }).fingerprint).to.equal(grouped(errorOf(own)).fingerprint)
    expect(explained(errorOf(own, wrapper), { inApp }).frames[1]).to.include({ why: 'rule', line: 2 })
    expect(inAppOf(errorOf(own, wrapper), { inApp })).to.deep.equal([true, true])
    const polyfill = { ...library, filename: '/srv/node_modules/core-js/a.js' }
    expect(explained(errorOf(polyfill)).frames[0]?.why).to.equal('noise')
    expect(explained(errorOf(polyfill), { inApp: ['path:**/core-js/** +group +app'] }).frames[0]?.why).to.equal(
      undefined,
    )
  })

  it('match by module, package, family and the current in-app state', () => {
    const frame = { function: 'f', module: 'com.shop.A', package: '/usr/lib/libshop.so', in_app: false }
    for (const matcher of ['module:com.shop.*', 'package:**/libshop.so', 'family:other', 'app:no', 'stack.module:*']) {
      expect(inAppOf({ ...errorOf(frame), platform: 'csharp' }, { inApp: [`${matcher} +app`] }), matcher).to.deep.equal(
        [true],
      )
      expect(
        inAppOf({ ...errorOf(frame), platform: 'csharp' }, { inApp: [`!${matcher} +app`] }),
        matcher,
      ).to.deep.equal([false])
    }
  })

  it('apply in order, the last match wins', () => {
    const inApp = ['path:/srv/** -app', 'function:checkout +app', 'app:no -group']
    expect(inAppOf(errorOf(wrapper, own), { inApp })).to.deep.equal([false, true])
    expect(explained(errorOf(wrapper, own), { inApp }).frames.map(({ why, line }) => [why, line])).to.deep.equal([
      ['rule', 3],
      [undefined, 2],
    ])
  })

  it('leave the incoming event unchanged', () => {
    const payload = errorOf(own)
    const before = JSON.stringify(payload)
    grouped(payload, { inApp: ['function:* -app'] })
    expect(JSON.stringify(payload)).to.equal(before)
  })
})
