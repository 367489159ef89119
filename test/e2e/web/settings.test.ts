import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import {
  rootKey,
  serveControlPlane,
  type ServedControlPlane,
} from '../../../services/control-plane/test/support/served-control-plane.js'
import { eventually } from '../../support/eventually.js'
import { uploadSourceMaps } from '../../support/upload-source-maps.js'
import {
  collectComplaints,
  expectAccessible,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'

describe('settings in Chromium', function () {
  this.timeout(120_000)
  let served: ServedControlPlane | undefined
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (browser === undefined) this.skip()
    served = await serveControlPlane()
    served.time.now = Date.now()
    await served.join('owner', 'ada@example.com')
    await served.join('member', 'mel@example.com')
    await served.join('viewer', 'vic@example.com')
  })
  after(async () => {
    await browser?.close()
    await served?.close()
  })
  beforeEach(async () => {
    page = await openPage(browser, 15_000)
    // Telemetry queries fail here: no query service is running.
    complaints = collectComplaints(page, 'status of 5')
  })
  afterEach(() => page.context().close())

  const open = (path: string, email = 'ada@example.com') => signIn(page, `${served!.url}${path}`, email)
  /** Makes the server refuse matching requests until the page makes another one. */
  const refuse = (address: RegExp, method: string, detail: string) =>
    page.route(address, (route) =>
      route.request().method() === method
        ? route.fulfill({
            status: 503,
            contentType: 'application/problem+json',
            body: JSON.stringify({ type: 'about:blank', title: detail, status: 503, code: 'unavailable', detail }),
          })
        : route.fallback(),
    )
  const card = (name: string) => page.getByRole('region', { name, exact: true })

  it('change theme and time zone of the account without reloading the page', async () => {
    await open('/settings', 'mel@example.com')
    await page.waitForURL(/\/settings\/account$/)
    await expectAccessible(page)
    await takePictures(page, 'account')
    await page.getByRole('button', { name: 'Dark', exact: true }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).to.equal('dark')
    await page.getByText('Times are shown in UTC.').waitFor()
    await page.locator('main').evaluate((main: { dataset: Record<string, string> }) => {
      main.dataset['seen'] = 'before'
    })
    await page.getByRole('button', { name: 'Local time' }).click()
    expect(await page.locator('main').getAttribute('data-seen')).to.equal('before')
    await page.reload()
    await page.getByRole('button', { name: 'Local time', pressed: true }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('invite members with a link shown once, change roles, and protect the last owner', async () => {
    await open('/settings/members')
    await page.getByLabel('Email address').fill('new@example.com')
    await page.getByRole('button', { name: 'Create invitation' }).click()
    await page.getByText(/\/accept-invitation#/).waitFor()
    await page.getByRole('row', { name: /new@example\.com/ }).waitFor()
    await page.getByRole('combobox', { name: 'Role of vic@example.com' }).selectOption('member')
    await page.getByRole('combobox', { name: 'Role of ada@example.com' }).selectOption('viewer')
    await page.getByRole('alert').filter({ hasText: /owner/ }).waitFor()
    expect(await page.getByRole('combobox', { name: 'Role of ada@example.com' }).inputValue()).to.equal('owner')
    await expectAccessible(page)
    await takePictures(page, 'members')
    await page.getByRole('button', { name: 'Revoke the invitation for new@example.com' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke the invitation/ })
      .click()
    await page.getByRole('row', { name: /new@example\.com/ }).waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Role of vic@example.com' }).selectOption('viewer')
    expect(complaints).to.deep.equal([])
  })

  it('create a token for source maps, show it once, and revoke it', async () => {
    await open('/settings/keys')
    await page.getByLabel('Name').fill('Release pipeline')
    await page.getByLabel('Purpose', { exact: true }).selectOption('source-maps')
    await page.getByRole('button', { name: 'Create key' }).click()
    const token = await page.getByRole('group', { name: 'API key' }).innerText()
    // A secret shown once stays if the next attempt fails.
    await refuse(/\/api-keys\//, 'POST', 'Keys cannot be made now')
    await page.getByRole('button', { name: 'Create key' }).click()
    await card('New key').getByRole('alert').filter({ hasText: 'Keys cannot be made now.' }).waitFor()
    expect(await page.getByRole('group', { name: 'API key' }).innerText()).to.equal(token)
    await page.unrouteAll()
    expect(token).to.match(/^sntrys_/)
    const flag = { kind: 'flag', id: 'new-rates', title: 'New rates on', occurred_at: new Date().toISOString() }
    const announce = () => served!.call('POST', '/api/v1/changes/', { changes: [flag] }, token)
    expect((await announce()).status).to.equal(202)
    await expectAccessible(page)
    await takePictures(page, 'keys')
    await page.getByRole('button', { name: 'Revoke the key “Release pipeline”' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Revoke the key/ })
      .click()
    await page.getByRole('row', { name: /Release pipeline/ }).waitFor({ state: 'detached' })
    expect((await announce()).status).to.equal(401)
    expect(complaints).to.deep.equal([])
  })

  it('of a project are saved, rejected at their field, and offer a choice on conflicts', async () => {
    await open('/settings/projects')
    await page.getByRole('link', { name: 'default' }).click()
    await page.getByRole('link', { name: 'Keys', exact: true }).click()
    await card('Key 1').getByRole('button', { name: 'Turn off' }).click()
    await card('Key 1').getByText('Off', { exact: true }).waitFor()
    await refuse(/\/keys\//, 'PATCH', 'The key is being rotated')
    await card('Key 1').getByRole('button', { name: 'Turn on' }).click()
    await card('Key 1').getByRole('alert').filter({ hasText: 'The key is being rotated.' }).waitFor()
    await page.unrouteAll()
    await card('Key 1').getByRole('button', { name: 'Turn on' }).click()
    await card('Key 1').getByText('On', { exact: true }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'project-keys')
    await page.getByRole('link', { name: 'Grouping' }).click()
    await page.getByLabel('Fingerprint rules').fill('nonsense')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').filter({ hasText: /\w/ }).or(page.locator('[aria-invalid=true]')).first().waitFor()
    await page.getByRole('link', { name: 'Ingestion' }).click()
    const events = page.getByLabel(/^Events per error/)
    await events.fill('5000')
    await page.getByRole('button', { name: 'Save' }).click()
    await card('Ingestion').getByText('Saved.').waitFor()
    const settings = `${new URL(page.url()).pathname.replace('/settings/projects/', '/api/v1/telemetry/projects/').replace(/intake$/, '')}settings/`
    await served!.call('PATCH', settings, { spikes: { events_per_minute: 700 } })
    await events.fill('6000')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('spikes.events_per_minute: 5000 → 700').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use theirs' }).click()
    expect(await events.inputValue()).to.equal('700')

    await events.fill('6000')
    await served!.call('PATCH', settings, { spikes: { events_per_minute: 800 } })
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('spikes.events_per_minute: 700 → 800').waitFor()
    await events.fill('6100')
    await page.getByRole('button', { name: 'Save mine anyway' }).click()
    await card('Ingestion').getByText('Saved.').waitFor()
    expect(await card('Ingestion').getByRole('alert').count()).to.equal(0)
    const { body: kept } = await served!.call('GET', settings)
    expect(kept).to.have.nested.property('spikes.events_per_minute', 6_100)
    await takePictures(page, 'project-intake')
    for (const section of ['Filters', 'Scrubbing']) {
      await page.getByRole('link', { name: section }).click()
      await card(section).waitFor()
      await expectAccessible(page)
    }
    expect(complaints).to.deep.equal([])
  })

  it('add and remove quotas, and report conflicting changes', async () => {
    const { body } = await served!.call('POST', '/api/v1/telemetry/projects/', { name: 'limited' })
    const { id } = body as { id: string }
    const settings = `/api/v1/telemetry/projects/${id}/settings/`
    const quotasOf = async () => ((await served!.call('GET', settings)).body as { quotas: object[] }).quotas
    await open(`/settings/projects/${id}/quotas`)
    await card('Quotas').getByText('No quotas.').waitFor()
    await card('New quota').getByRole('checkbox', { name: 'Errors' }).check()
    await card('New quota').getByRole('checkbox', { name: 'Spans' }).check()
    await card('New quota').getByLabel('Limit').fill('5000')
    await card('New quota').getByLabel('Per', { exact: true }).selectOption('60')
    await page.getByRole('button', { name: 'Add quota' }).click()
    await card('Quotas')
      .getByRole('row', { name: /Errors, Spans.*5,000.*minute/ })
      .waitFor()
    await card('New quota').getByText('Quota added.').waitFor()
    const quota = { categories: ['error', 'span'], limit: 5_000, window_seconds: 60 }
    expect(await quotasOf()).to.deep.equal([quota])
    await expectAccessible(page)
    await takePictures(page, 'project-quotas')

    await card('Quotas')
      .getByRole('button', { name: /^Remove the quota of 5,000/ })
      .click()
    await card('Quotas').getByText('No quotas.').waitFor()
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click()
    await card('Quotas')
      .getByRole('row', { name: /Errors, Spans/ })
      .waitFor()
    await eventually(async () => expect(await quotasOf()).to.deep.equal([quota]))

    // Someone else's change is not overwritten: it is shown, and the edit has to be repeated.
    const theirs = { categories: [], limit: 9, window_seconds: 3_600 }
    await served!.call('PATCH', settings, { quotas: [quota, theirs] })
    await card('Quotas')
      .getByRole('button', { name: /^Remove the quota of 5,000/ })
      .click()
    await card('Quotas').getByRole('alert').filter({ hasText: 'Someone else changed these settings.' }).waitFor()
    await card('Quotas')
      .getByRole('row', { name: /Everything.*9.*hour/ })
      .waitFor()
    expect(await quotasOf()).to.deep.equal([quota, theirs])
    await refuse(/\/settings\//, 'PATCH', 'The settings are being copied')
    await card('Quotas')
      .getByRole('button', { name: /^Remove the quota of 9 per hour/ })
      .click()
    await card('Quotas').getByRole('alert').filter({ hasText: 'The settings are being copied.' }).waitFor()
    await card('Quotas')
      .getByRole('row', { name: /Everything/ })
      .waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('rename a project, turn it off and on, and delete it after a confirmation that names it', async () => {
    const { body } = await served!.call('POST', '/api/v1/telemetry/projects/', { name: 'short-lived' })
    const { id } = body as { id: string }
    await open('/settings/projects')
    await page.getByRole('link', { name: 'short-lived' }).click()
    await card('Name').getByLabel('Name').fill('renamed')
    await card('Name').getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('heading', { name: 'renamed', level: 1 }).waitFor()
    await card('Status').getByRole('button', { name: 'Disable' }).click()
    await card('Status').getByText('Disabled', { exact: true }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'project-general')
    await card('Status').getByRole('button', { name: 'Delete the project “renamed”' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the project “renamed”' }).click()
    await page.waitForURL(/\/settings\/projects$/)
    await page.getByRole('link', { name: 'default' }).waitFor()
    expect(await page.getByRole('link', { name: 'renamed' }).count()).to.equal(0)
    expect((await served!.call('GET', `/api/v1/telemetry/projects/${id}/`)).status).to.equal(404)
    expect(complaints).to.deep.equal([])
  })

  it('of one project never end up in another, and stay up to date until someone types', async () => {
    const { body } = await served!.call('POST', '/api/v1/telemetry/projects/', { name: 'other' })
    const { id: otherId } = body as { id: string }
    const settings = `/api/v1/telemetry/projects/${otherId}/settings/`
    const events = page.getByLabel(/^Events per error/)
    await served!.call('PATCH', settings, { spikes: { events_per_minute: 300 } })
    await open(`/settings/projects/${otherId}/intake`)
    expect(await events.inputValue()).to.equal('300')
    await page.getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('link', { name: 'default' }).click()
    await page.getByRole('link', { name: 'Ingestion' }).click()
    await events.fill('4444')
    await served!.call('PATCH', settings, { spikes: { events_per_minute: 400 } })
    // Directly from one project to the other, and back to settings of which the browser has cached old ones.
    await page.evaluate('history.go(-3)')
    await page.waitForURL((url) => url.pathname.endsWith(`/projects/${otherId}/intake`))
    await eventually(async () => expect(await events.inputValue()).to.equal('400'))
    expect(complaints).to.deep.equal([])
  })

  it('send notifications to a channel of each kind, and report invalid addresses', async () => {
    await open('/settings/projects/1/channels')
    await page.getByLabel('Kind').selectOption('webhook')
    await page.getByLabel('URL').fill('http://127.0.0.1:1/')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await card('New channel').locator('.c-bad').filter({ hasText: /\w/ }).first().waitFor()
    await page.getByLabel('Kind').selectOption('email')
    await page.getByLabel('Email address').fill('team@example.com')
    await page.getByRole('button', { name: 'Create channel' }).click()
    await card('New channel')
      .getByText(/this installation has no mail server/)
      .waitFor()
    await page.getByLabel('Kind').selectOption('discord')
    await page.getByLabel('Webhook', { exact: true }).fill('https://93.184.216.34/hook')
    await page.getByLabel('Name').fill('The team')
    for (const box of await card('New channel').getByRole('checkbox').all()) await box.uncheck()
    await page.getByRole('button', { name: 'Create channel' }).click()
    await card('New channel').getByRole('group', { name: 'Events' }).locator('.c-bad:not(:empty)').waitFor()
    await card('New channel').getByRole('checkbox', { name: 'New issues' }).check()
    await page.getByRole('button', { name: 'Create channel' }).click()
    await card('The team').getByText('New issues').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'channels')
    await page.getByRole('button', { name: 'Delete the channel “The team”' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete the channel/ })
      .click()
    await page.getByText('No notification channels yet.').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('show, find and delete source map uploads, and explain how to upload', async () => {
    const { body } = await served!.call('POST', '/api/v1/telemetry/projects/', { name: 'storefront' })
    const project = body as { id: string; number: number }
    await open(`/settings/projects/${project.id}/source-maps`)
    await page.getByText(`sourcemaps upload dist --project ${project.number}`).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'source-maps-empty')
    const map = '{"version":3,"sources":["app.ts"],"names":[],"mappings":"AAAA"}'
    const debugId = '12e9c425-007d-54e8-a27c-97f21c20dbcb'
    for (const version of [1, 2, 3]) {
      const files = [
        { name: 'app.js', bytes: `throw ${version}\n${version === 3 ? `//# debugId=${debugId}` : ''}` },
        { name: 'app.js.map', bytes: map },
      ]
      const release = version === 3 ? undefined : `storefront@1.${version}.0`
      await uploadSourceMaps({ url: served!.url, apiKey: rootKey, project }, files, { release, url_prefix: '~/assets' })
    }
    await page.reload()
    await page.getByRole('row', { name: /storefront@1\.1\.0/ }).waitFor()
    await page
      .getByRole('row', { name: /no release/ })
      .getByText('2 files, 1 map')
      .click()
    await page.getByText(debugId).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'source-maps')
    await page.getByRole('searchbox', { name: 'Search' }).fill('@1.2')
    await page.getByRole('row', { name: /storefront@1\.1\.0/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete the upload of storefront@1.2.0' }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete the upload/ })
      .click()
    await page.getByText('No matching uploads.').waitFor()
    await page.getByRole('searchbox', { name: 'Search' }).fill('')
    await page.getByRole('row', { name: /storefront@1\.1\.0/ }).waitFor()
    expect(await page.getByRole('row', { name: /storefront@1\.2\.0/ }).count()).to.equal(0)
    expect(complaints).to.deep.equal([])
  })

  it('let a viewer read, and explain what a viewer may not do', async () => {
    await open('/settings/keys', 'vic@example.com')
    await page.getByText('You don’t have access to this.').waitFor()
    await page.getByRole('link', { name: 'Organization' }).click()
    const rename = page.getByRole('button', { name: 'Rename' })
    await rename.waitFor()
    expect(await rename.getAttribute('title')).to.contain('viewer')
  })
})
