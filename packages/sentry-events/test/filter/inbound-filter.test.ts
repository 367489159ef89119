import { expect } from 'chai'
import fc from 'fast-check'
import { defaultProjectSettings, type FilterSettings } from '@signalbox/contracts'
import { createInboundFilter, findFilterFaults, type JsonObject } from '../../src/index.js'
import { eventOf } from '../event-of.js'

const nobody = { clientIp: undefined, userAgent: undefined }

function settingsOf(settings: Partial<FilterSettings>): FilterSettings {
  return { ...defaultProjectSettings.filters, ...settings }
}

function reasonOf(
  settings: Partial<FilterSettings>,
  payload: JsonObject,
  sender: Partial<typeof nobody> | object = {},
) {
  return createInboundFilter(settingsOf(settings)).findReason(eventOf(payload), { ...nobody, ...sender })
}

function pageError(value: string, absPath = 'https://shop.example.com/app.js'): JsonObject {
  return {
    platform: 'javascript',
    exception: [{ type: 'Error', value, stacktrace: { frames: [{ filename: absPath }, { filename: '<anonymous>' }] } }],
  }
}

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

describe('createInboundFilter', () => {
  it('accepts everything unless a filter is enabled', () => {
    const payload = { ...pageError('Extension context invalidated.'), request: { url: 'http://localhost/' } }
    expect(reasonOf({}, payload, { clientIp: '10.0.0.1', userAgent: googlebot })).to.equal(undefined)
  })

  it('drops page events by origin or host, and no others', () => {
    const settings = { origins: ['https://old.example.com', '*.example.net', 'shop.example.org:8443'] }
    const reasonAt = (url: string) => reasonOf(settings, { ...pageError('x'), request: { url } })
    expect(reasonAt('https://old.example.com/cart?x=1')).to.equal('filtered_origin')
    expect(reasonAt('http://www.EXAMPLE.net:8080/')).to.equal('filtered_origin')
    expect(reasonAt('https://shop.example.org:8443/')).to.equal('filtered_origin')
    expect(reasonAt('http://old.example.com/cart')).to.equal(undefined)
    expect(reasonAt('https://shop.example.org/?from=https://old.example.com')).to.equal(undefined)
    expect(reasonAt('no url')).to.equal(undefined)
    expect(reasonOf(settings, pageError('x'))).to.equal(undefined)
    const filter = createInboundFilter(settingsOf(settings))
    expect(filter.findItemReason({ release: '', pageUrl: 'https://a.example.net/' }, nobody)).to.equal(
      'filtered_origin',
    )
  })

  it('drops errors of browser extensions, by message or by the newest known frame', () => {
    const settings = { browser_extensions: true }
    for (const payload of [
      pageError('Extension context invalidated.'),
      pageError('x', 'chrome-extension://abc/content.js'),
      pageError('x', 'moz-extension://abc/content.js'),
      pageError('x', 'safari-web-extension://abc/content.js'),
    ]) {
      expect(reasonOf(settings, payload)).to.equal('filtered_browser_extension')
    }
    expect(reasonOf(settings, pageError('x is null'))).to.equal(undefined)
    expect(reasonOf(settings, { ...pageError('Extension context invalidated.'), platform: 'node' })).to.equal(undefined)
  })

  it('drops events from local pages only', () => {
    const settings = { localhost: true }
    for (const url of [
      'http://localhost:3000/a',
      'http://127.1.2.3/',
      'http://[::1]:8080/',
      'https://app.localhost/',
    ]) {
      expect(reasonOf(settings, { request: { url } }), url).to.equal('filtered_localhost')
      expect(reasonOf(settings, pageError('x', `${url}app.js`)), url).to.equal('filtered_localhost')
    }
    for (const url of [
      'http://localhost.example.com/',
      'http://127.example.com/',
      'http://10.0.0.1/',
      '/localhost',
      '',
    ]) {
      expect(reasonOf(settings, { request: { url } }), url).to.equal(undefined)
    }
    expect(reasonOf(settings, { ...pageError('x', 'http://localhost/app.js'), platform: 'node' })).to.equal(undefined)
  })

  it('drops events from outdated browsers', () => {
    const webkit = 'AppleWebKit/600.1 (KHTML, like Gecko)'
    for (const agent of [
      'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
      'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.0)',
      `${chrome.replace('120', '70')} Edge/18.18362`,
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11) ${webkit} Version/9.0 Safari/601.1`,
      'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.16',
      `Mozilla/5.0 (Linux; U; Android 4.0.3; de-de; Galaxy) ${webkit} Version/4.0 Mobile Safari/534.30`,
    ]) {
      expect(reasonOf({ legacy_browsers: true }, {}, { userAgent: agent }), agent).to.equal('filtered_legacy_browser')
    }
    const safari = `Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) ${webkit} Version/17.0 Mobile/15E148 Safari/604.1`
    for (const agent of [chrome, `${chrome} Edg/120.0.0.0`, `${chrome} OPR/106.0`, safari, 'sentry.python/2.0', '']) {
      expect(reasonOf({ legacy_browsers: true }, {}, { userAgent: agent }), agent).to.equal(undefined)
    }
  })

  it('drops events from crawlers, but never from SDKs and health checks', () => {
    const settings = { web_crawlers: true }
    expect(reasonOf(settings, {}, { userAgent: googlebot })).to.equal('filtered_web_crawler')
    const own = [
      'sentry.javascript.node/8.0',
      'raven-node/2.6.4',
      'kube-probe/1.2',
      'ELB-HealthChecker/2.0',
      '',
      chrome,
    ]
    for (const agent of own) expect(reasonOf(settings, {}, { userAgent: agent }), agent).to.equal(undefined)
  })

  it("prefers the failed request's user agent to the sender's", () => {
    const settings = { web_crawlers: true }
    const byGooglebot = { request: { headers: { 'user-agent': googlebot } } }
    const byChrome = { request: { headers: { 'user-agent': chrome } } }
    expect(reasonOf(settings, byGooglebot, { userAgent: 'sentry.python/2.0' })).to.equal('filtered_web_crawler')
    expect(reasonOf(settings, byChrome, { userAgent: googlebot })).to.equal(undefined)
  })

  it('drops by release, in any case', () => {
    expect(reasonOf({ releases: ['SHOP@1.*'] }, { release: 'shop@1.2' })).to.equal('filtered_release')
    expect(reasonOf({ releases: ['shop@1.*'] }, { release: 'shop@2.0' })).to.equal(undefined)
    expect(reasonOf({ releases: ['*'] }, {})).to.equal(undefined)
  })

  it('drops by message, and by exception value with and without its type', () => {
    const settings = { error_messages: ['*chunk*failed', 'TypeError: x*', 'boom'] }
    expect(reasonOf(settings, { message: 'Loading CHUNK 7 failed' })).to.equal('filtered_error_message')
    expect(reasonOf(settings, { exception: [{ type: 'TypeError', value: 'x is null' }] })).to.equal(
      'filtered_error_message',
    )
    expect(reasonOf(settings, { exception: [{ type: 'E', value: 'boom' }] })).to.equal('filtered_error_message')
    expect(reasonOf(settings, { exception: [{ type: 'E', value: 'big boom' }] })).to.equal(undefined)
  })

  it('drops by address and network, IPv4 and IPv6', () => {
    const settings = {
      ip_addresses: ['10.0.0.0/8', '192.0.2.7', '2001:db8::/32', '::ffff:198.51.100.0/120', 'nonsense', '1.2.3.4/99'],
    }
    for (const clientIp of [
      '10.1.2.3',
      '192.0.2.7',
      '2001:db8::1',
      '::ffff:10.1.2.3',
      '::FFFF:a01:203',
      '198.51.100.9',
    ]) {
      expect(reasonOf(settings, {}, { clientIp }), clientIp).to.equal('filtered_ip_address')
    }
    for (const clientIp of ['11.0.0.1', '192.0.2.8', '2001:db9::1', '1.2.3.4', 'nonsense', '', undefined]) {
      expect(reasonOf(settings, {}, { clientIp }), clientIp).to.equal(undefined)
    }
  })

  it('drops other items by address, release, page and user agent', () => {
    const find = (settings: Partial<FilterSettings>, item: object, sender: object) =>
      createInboundFilter(settingsOf(settings)).findItemReason(
        { release: '', pageUrl: '', ...item },
        { ...nobody, ...sender },
      )
    expect(find({ ip_addresses: ['10.0.0.1'] }, {}, { clientIp: '10.0.0.1' })).to.equal('filtered_ip_address')
    expect(find({ releases: ['a*'] }, { release: 'abc' }, {})).to.equal('filtered_release')
    expect(find({ localhost: true }, { pageUrl: 'http://localhost/' }, {})).to.equal('filtered_localhost')
    expect(find({ web_crawlers: true }, {}, { userAgent: googlebot })).to.equal('filtered_web_crawler')
    expect(find({ error_messages: ['*'], browser_extensions: true, legacy_browsers: true }, {}, {})).to.equal(undefined)
  })

  it('never throws, whatever the settings and the sender', () => {
    const on = { browser_extensions: true, localhost: true, legacy_browsers: true, web_crawlers: true }
    const lists = fc.record({
      releases: fc.array(fc.string()),
      error_messages: fc.array(fc.string()),
      ip_addresses: fc.array(fc.oneof(fc.string(), fc.ipV4(), fc.ipV6())),
    })
    fc.assert(
      fc.property(lists, fc.string(), fc.string(), fc.string(), (settings, clientIp, userAgent, url) => {
        reasonOf({ ...on, ...settings }, { request: { url }, message: url }, { clientIp, userAgent })
        findFilterFaults(settingsOf(settings))
      }),
    )
  })
})

describe('findFilterFaults', () => {
  it('names invalid addresses and networks', () => {
    const ip_addresses = ['10.0.0.0/8', '10.0.0.*', '::1', '10.0.0.0/33', '10.0.0.0/8/8', 'fe80::/10', '/8']
    expect(findFilterFaults(settingsOf({ ip_addresses })).map(({ pointer }) => pointer)).to.deep.equal(
      [1, 3, 4, 6].map((index) => `/ip_addresses/${index}`),
    )
    expect(findFilterFaults(settingsOf({}))).to.deep.equal([])
  })
})
