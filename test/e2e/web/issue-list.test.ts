import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { eventually } from '../../support/eventually.js'
import { startSignalbox, type SignalboxProcess } from '../../support/signalbox-process.js'
import {
  collectComplaints,
  expectAccessible,
  join,
  openBrowser,
  openPage,
  signIn,
  takePictures,
} from './support/open-browser.js'
import { pretendManyIssues } from './support/many-issues.js'
import { seedShop, sendEvent, type Shop } from './support/seed-shop.js'

const hostile = '<img src=x onerror="document.title=\'taken over\'"><script>document.title="taken over"</script>'

/** Like `hostile`, without the slash that file names cannot have. */
const hostileFile = `<img src=x onerror="document.title='taken over'">.json`

/** In the page: records requests before and after the first contentful frame. */
const recordEarlyRequests = `(() => {
  window.questions = { early: [], late: [] }
  let isPainted = false
  const look = () => {
    if (document.querySelector('main')) isPainted = true
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  const ask = window.fetch
  window.fetch = (input, init) => {
    questions[isPainted ? 'late' : 'early'].push(new URL(input, location).pathname)
    return ask(input, init)
  }
})()`

describe('issues in Chromium', function () {
  this.timeout(120_000)
  let signalbox: SignalboxProcess
  let shop: Shop
  let browser: Browser | undefined
  let page: Page
  let complaints: string[]

  before(async function () {
    browser = await openBrowser()
    if (!browser) this.skip()
    signalbox = await startSignalbox()
    await join(signalbox, 'owner', 'ada@example.com')
    await join(signalbox, 'member', 'bea@example.com')
    await join(signalbox, 'viewer', 'vic@example.com')
    shop = await seedShop(signalbox)
  })
  after(async () => {
    await browser?.close()
    await signalbox.dispose()
  })
  beforeEach(async () => {
    page = await openPage(browser)
    complaints = collectComplaints(page)
  })
  afterEach(() => page.context().close())

  const open = (path: string, email = 'ada@example.com', on = page) => signIn(on, `${signalbox.url}${path}`, email)
  const row = (name: string, on = page) => on.getByRole('row').filter({ hasText: name })

  it('list the unresolved ones with counts, a chart and deployments, accessibly', async () => {
    await open('/issues')
    await row('PoolTimeoutError').waitFor()
    expect(await page.getByRole('heading', { level: 1 }).innerText()).to.equal('Issues')
    await page.getByRole('img', { name: /2 deployments in the range/ }).waitFor()
    // Only the deployment right before an issue began is marked next to its number.
    const marks = row('PoolTimeoutError').locator('svg.spark .mark')
    await eventually(async () => expect((await marks.getAttribute('d'))?.split('M')).to.have.length(2))
    expect(await row('ValidationError').locator('svg.spark .mark').count()).to.equal(0)
    expect(await row('PoolTimeoutError').innerText()).to.match(/CHECKOUT-\d+[\s\S]*20/)
    await expectAccessible(page)
    await takePictures(page, 'issues')
    expect(complaints).to.deep.equal([])
  })

  it('are requested first; everything else waits until the screen is painted', async () => {
    await open('/issues')
    await row('PoolTimeoutError').waitFor()
    await page.addInitScript(recordEarlyRequests)
    for (const [path, own] of [
      ['/issues', ['/api/v1/issues/']],
      ['/issues/CHECKOUT-1', ['/api/v1/issues/CHECKOUT-1/', '/api/v1/issues/CHECKOUT-1/events/recommended/']],
    ] as const) {
      await page.goto(`${signalbox.url}${path}`)
      await page.getByText('PoolTimeoutError').first().waitFor()
      await eventually(async () => expect(await page.evaluate('questions.late.length')).to.be.above(0))
      expect(await page.evaluate('questions.early')).to.have.members(['/api/v1/auth/session/', ...own])
    }
  })

  it('say so if only the most frequent were examined', async () => {
    await page.route(/\/api\/v1\/issues\/\?/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), is_partial: true } })
    })
    await open('/issues')
    await page.getByText(/most frequent/).waitFor()
  })

  it('are rendered only while visible, however many there are, and each page is requested once', async () => {
    const asked: number[] = []
    await pretendManyIssues(page, 100_000, (offset) => asked.push(offset))
    await open('/issues')
    await row('MANY-0').first().waitFor()
    for (const [share, place] of [
      [0.5, /MANY-(49|50)\d{3}$/],
      [0.9, /MANY-(89|90)\d{3}$/],
    ] as const) {
      await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${share})`)
      await page.getByRole('row').getByText(place).first().waitFor()
      expect(await page.getByRole('row').count()).to.be.below(60)
    }
    const deep = asked.filter((offset) => offset > 0)
    expect(new Set(deep).size, deep.join()).to.equal(deep.length)
    expect(deep.length).to.be.below(8)
  })

  it('are searched with completion of terms, and the server reports invalid ones', async () => {
    await open('/issues')
    const search = page.getByRole('combobox', { name: 'Search issues' })
    await search.fill('lev')
    await page.getByRole('option', { name: /^level:/ }).click()
    await page.getByRole('option', { name: 'level:warning' }).click()
    await page.waitForURL(/query=is:unresolved\+level:warning/)
    await row('ValidationError').waitFor()
    await eventually(async () => expect(await page.getByRole('row').count()).to.equal(2))
    await page.getByRole('button', { name: 'Remove level:warning' }).click()
    await row('PoolTimeoutError').waitFor()
    await search.fill('times_seen:many')
    await search.press('Enter')
    await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor()
    await page.goBack()
    await row('PoolTimeoutError').waitFor()
  })

  it('keep their columns while some are selected', async () => {
    await open('/issues')
    const name = row('KeyError').locator('td.c-name')
    const widthOf = async () => Math.round((await name.boundingBox())?.width ?? 0)
    await name.waitFor()
    const before = await widthOf()
    await row('KeyError').getByRole('checkbox').check()
    await page.getByText('1 issue selected').waitFor()
    expect(await widthOf()).to.equal(before)
  })

  it('are triaged by keyboard alone, and changes can be undone', async () => {
    await open('/issues?sort=events')
    await row('PoolTimeoutError').waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('j')
    await page.locator('tr.current').filter({ hasText: 'PoolTimeoutError' }).waitFor()
    await page.keyboard.press('x')
    await page.getByText('1 issue selected').waitFor()
    await page.keyboard.press('e')
    await page
      .getByText(/^Resolved CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await eventually(async () => expect(await row('PoolTimeoutError').count()).to.equal(0))
    await page.keyboard.press('Control+z')
    await row('PoolTimeoutError').waitFor()
    // Without a selection, keys act on the current row: archive it, find it again and reopen it.
    await page.keyboard.press('a')
    await page
      .getByText(/^Archived CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await eventually(async () => expect(await row('PoolTimeoutError').count()).to.equal(0))
    await page.goto(`${signalbox.url}/issues?query=is:archived`)
    await row('PoolTimeoutError').waitFor()
    await page.locator('main').focus()
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page
      .getByText(/^Reopened CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Keyboard shortcuts' }).waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or jump to' }).fill('Pool')
    await page.getByRole('option', { name: /PoolTimeoutError/ }).waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('show within 5 s that someone else resolved one', async () => {
    await open('/issues')
    await row('KeyError').waitFor()
    const other = await openPage(browser)
    await open('/issues?query=KeyError', 'ada@example.com', other)
    await row('KeyError', other).getByRole('checkbox').check()
    await other.getByRole('button', { name: 'Resolve', exact: true }).click()
    await other
      .getByText(/^Resolved CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await eventually(async () => expect(await row('KeyError').count()).to.equal(0), { withinMs: 5_000 })
    await other.context().close()
  })

  it('report a conflicting change by someone else, and show the current state', async () => {
    await open('/issues?query=TemplateNotFound')
    await row('TemplateNotFound').getByRole('link').click()
    const archive = page.getByRole('button', { name: 'Archive', exact: true })
    await archive.waitFor()
    // The page has not refetched when the click arrives: it acts on what it shows.
    await page.route(/\/api\/v1\/issues\/[^/]+\/$/, (route) =>
      route.request().method() === 'GET' ? route.abort() : route.fallback(),
    )
    const { issues } = await signalbox.get<{ issues: { id: string }[] }>('/api/v1/issues/?query=TemplateNotFound')
    const resolved = await signalbox.call('PATCH', `/api/v1/issues/${issues[0]?.id ?? ''}/`, { status: 'resolved' })
    expect(resolved.status).to.equal(200)
    await archive.click()
    await page.getByRole('menuitem').first().click()
    await page
      .getByText(/^CHECKOUT-\d+ is resolved \(now\) since .*\. Review the current state and try again\.$/)
      .waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Reopen', exact: true }).waitFor()
  })

  it('are changed in bulk only if nobody else has changed one of them', async () => {
    await open('/issues')
    await row('SMTPServerBusy').waitFor()
    const other = await openPage(browser)
    await open('/issues?query=SMTPServerBusy', 'bea@example.com', other)
    await row('ValidationError').getByRole('checkbox').check()
    await row('SMTPServerBusy').getByRole('checkbox').check()
    await row('SMTPServerBusy', other).getByRole('checkbox').check()
    await other.getByRole('button', { name: 'Resolve', exact: true }).click()
    await other
      .getByText(/^Resolved CHECKOUT-\d+$/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByRole('menuitem').first().click()
    await page
      .getByText(
        /^No issue was changed: CHECKOUT-\d+ is resolved \(now\) since .*\. Review the current state and try again\.$/,
      )
      .waitFor()
    await row('ValidationError').waitFor()
    await other.context().close()
  })

  it('open with stack, causes, breadcrumbs, request and tags, accessibly', async () => {
    await open('/issues')
    // A click anywhere in the row follows its link.
    await row('PoolTimeoutError').locator('td.c-ev').click()
    await page.getByText('throw new PoolTimeoutError').waitFor()
    await page.getByText('Caused by').waitFor()
    await page.getByText('3 frames of libraries').waitFor()
    await page.getByText('waiting for a payments connection').waitFor()
    await page.getByRole('region', { name: 'Suspected deployment' }).getByText('checkout 2.14.0').waitFor()
    await page.getByRole('img', { name: /in the last 24 hours; 2 deployments in that time/ }).waitFor()
    expect(await page.getByText('not-to-be-seen').count()).to.equal(0)
    await page.getByRole('button', { name: 'Raw' }).click()
    await page
      .getByLabel('Raw stack trace')
      .getByText(/PoolTimeoutError/)
      .waitFor()
    await page.getByRole('button', { name: 'Your code' }).click()
    await page.getByRole('region', { name: 'Tags' }).getByText('region').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'issue')
    await page.keyboard.press('[')
    await page.waitForURL(/\/events\/[0-9a-f]{32}/)
    // Everything else raised in the same trace, whatever its status.
    await page.getByRole('link', { name: 'Trace', exact: true }).click()
    await page.waitForURL(/query=trace:[0-9a-f]{32}/)
    await row('PoolTimeoutError').waitFor()
    expect(complaints).to.deep.equal([])
  })

  it('show suspect commits, and why frames are minified and how to fix it', async () => {
    await open('/issues?query=PoolTimeoutError')
    await row('PoolTimeoutError').getByRole('link').click()
    const commits = page.getByRole('region', { name: 'Suspect commits' })
    await commits.getByText('Reuse one HTTP client for payments').waitFor()
    await commits.getByText(/^Touched lib\/payments\/(client|pool)\.ts, where the error was raised\.$/).waitFor()
    expect(await page.getByRole('region', { name: 'Source maps' }).count()).to.equal(0)
    const frames = ['n', 't', 'r'].map((name, index) => ({
      function: name,
      filename: 'https://acme.example/assets/app-4f1.js',
      lineno: 1,
      colno: 2_044 + index,
      in_app: true,
    }))
    await sendEvent(signalbox, shop.web, {
      platform: 'javascript',
      release: 'shop-web@9.31.2',
      exception: { values: [{ type: 'RangeError', value: 'minified', stacktrace: { frames } }] },
    })
    await page.goto(`${signalbox.url}/issues?query=RangeError`)
    await row('RangeError').getByRole('link').click()
    const doctor = page.getByRole('region', { name: 'Source maps' })
    await doctor.getByText('3 frames of 3 are not shown as you wrote them.').waitFor()
    await doctor.getByText('r (https://acme.example/assets/app-4f1.js:1:2046)').waitFor()
    expect(await doctor.getByRole('group', { name: 'Command to fix this' }).innerText()).to.match(/sourcemaps|upload/)
    await expectAccessible(page)
    await takePictures(page, 'issue-minified')
    expect(complaints).to.deep.equal([])
  })

  it('link to the deployment they began with, and its metrics before and after', async () => {
    await open('/issues?query=PoolTimeoutError')
    await row('PoolTimeoutError').getByRole('link').click()
    await page
      .getByRole('region', { name: 'Suspected deployment' })
      .getByRole('link', { name: /checkout 2\.14\.0/ })
      .click()
    await page.waitForURL(new RegExp(`/deployments/${shop.deploymentId}`))
    await page
      .getByRole('img', { name: /^Errors per minute: from/ })
      .locator('canvas')
      .waitFor()
    await page.getByRole('region', { name: 'CI status' }).getByText('success').waitFor()
    await expectAccessible(page)
    await takePictures(page, 'deployment')
    expect(complaints).to.deep.equal([])
  })

  it('show whatever an application sends as text', async () => {
    await sendEvent(
      signalbox,
      shop.web,
      {
        exception: {
          values: [
            {
              type: 'Hostile',
              value: hostile,
              stacktrace: {
                frames: [
                  {
                    filename: hostile,
                    function: hostile,
                    lineno: 1,
                    in_app: true,
                    context_line: hostile,
                    vars: { [hostile]: hostile },
                  },
                ],
              },
            },
          ],
        },
        tags: { note: hostile },
        user: { id: hostile, username: hostile },
        release: 'hostile@1',
        transaction: hostile,
        extra: { [hostile]: hostile },
        contexts: { [hostile]: { value: hostile } },
        request: { url: `https://acme.example/${hostile}`, data: hostile, headers: { 'X-Note': hostile } },
        breadcrumbs: [{ message: hostile, category: hostile }],
      },
      hostileFile,
    )
    await open('/issues?query=Hostile')
    await row('Hostile').getByRole('link').click()
    await page.getByText(hostile).first().waitFor()
    await page.getByRole('link', { name: hostileFile }).waitFor()
    await page.getByRole('region', { name: 'Activity' }).getByRole('textbox').fill(hostile)
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.getByRole('region', { name: 'Activity' }).getByRole('list').getByText(hostile).waitFor()
    expect(await page.locator('main img, main script').count()).to.equal(0)
    expect(await page.title()).to.match(/^SHOP-WEB-\d+ · Signalbox$/)
    expect(complaints).to.deep.equal([])
  })

  it('start a session by keyboard alone, which is listed', async () => {
    await open('/issues?query=ApiError')
    await row('ApiError').getByRole('link').click()
    await page.getByRole('button', { name: /^Ask why/ }).waitFor()
    await page.keyboard.press('w')
    const prompt = page.getByLabel('What do you want to know?')
    await prompt.waitFor()
    expect(await prompt.inputValue()).to.match(/^Why does SHOP-WEB-\d+ happen\?/)
    await page.keyboard.press('Control+Enter')
    await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/)
    await page.goto(`${signalbox.url}/agents`)
    await page.getByRole('link', { name: /Why does SHOP-WEB-\d+ happen/ }).waitFor()
    await expectAccessible(page)
    await takePictures(page, 'agents')
  })

  it('give viewers disabled buttons that explain why', async () => {
    await open('/issues', 'vic@example.com')
    await row('ApiError').getByRole('link').click()
    const resolve = page.getByRole('button', { name: 'Resolve', exact: true })
    await resolve.waitFor()
    expect(await resolve.getAttribute('aria-disabled')).to.equal('true')
    expect(await resolve.getAttribute('title')).to.match(
      /^You are a viewer in .+\. ada@example\.com can change that\.$/,
    )
    // Without a mouse too: the reason appears when the button has the focus.
    await resolve.focus()
    const shown = `getComputedStyle(document.activeElement, '::after').content`
    await eventually(async () => expect(await page.evaluate(shown)).to.contain('You are a viewer'))
    await page.keyboard.press('e')
    await page
      .getByRole('region', { name: 'Notifications' })
      .getByText(/^You are a viewer/)
      .waitFor()
    const archive = page.getByRole('button', { name: 'Archive', exact: true })
    expect(await archive.getAttribute('title')).to.contain('You are a viewer')
    await archive.focus()
    await page.keyboard.press('Enter')
    expect(await page.getByRole('menu').count()).to.equal(0)
  })

  it('report nonexistent issues, and resume after an expired session', async () => {
    await open('/issues/CHECKOUT-999')
    await page.getByText('There is no issue CHECKOUT-999.').waitFor()
    await page.goto(`${signalbox.url}/issues`)
    await row('ApiError').waitFor()
    await page.context().clearCookies()
    await page.getByRole('heading', { name: 'Your session has expired' }).waitFor()
    await page.getByLabel('Password').fill('correct horse battery')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your session has expired' }).waitFor({ state: 'detached' })
    await row('ApiError').waitFor()
  })

  it('stay readable below an error message until it is dismissed', async () => {
    const settings = `/api/v1/telemetry/projects/${shop.web.number}/settings/`
    const spent = { categories: [], limit: 0, window_seconds: 3_600 }
    expect((await signalbox.call('PATCH', settings, { quotas: [spent] })).status).to.equal(200)
    await eventually(async () => {
      const refusal = await sendEvent(signalbox, shop.web, { message: 'too many' }).catch((error: unknown) => error)
      expect(String(refusal)).to.contain('429')
    })
    await eventually(async () => {
      const query = '/api/v1/telemetry/query/outcomes/?since=1h&outcome=rate_limited'
      const { totals } = await signalbox.get<{ totals: { rate_limited: number } }>(query)
      expect(totals.rate_limited).to.be.above(0)
    })
    const lost = page.getByRole('region', { name: 'System warnings' })
    await open('/issues')
    await lost
      .getByText(/\d+ items? (was|were) rejected in the last hour \(quota\): shop-web/)
      .first()
      .waitFor()
    await expectAccessible(page)
    await takePictures(page, 'losses')
    await lost.getByRole('button', { name: 'Dismiss' }).click()
    await lost.waitFor({ state: 'detached' })
    expect(complaints).to.deep.equal([])
  })
})
