import { expect } from 'chai'
import { eventually } from '../../support/eventually.js'
import { expectAccessible, openPage, signIn, takePictures } from './support/open-browser.js'
import { pretendManyIssues } from './support/many-issues.js'
import { sendEvent } from './support/seed-shop.js'
import { setUpShop, type ShopScene } from './support/set-up-shop.js'

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

describe('the issue list in Chromium', () => {
  let signalbox: ShopScene['signalbox']
  let shop: ShopScene['shop']
  let browser: ShopScene['browser']
  let page: ShopScene['page']
  let complaints: ShopScene['complaints']

  setUpShop((scene) => {
    ;({ signalbox, shop, browser, page, complaints } = scene)
  })

  const open = (path: string, email = 'ada@example.com', on = page) => signIn(on, `${signalbox.url}${path}`, email)
  const row = (name: string, on = page) => on.getByRole('row').filter({ hasText: name })

  it('shows unresolved issues with counts, a chart and deployments, accessibly', async () => {
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

  it('is requested first; everything else waits until the screen is painted', async () => {
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

  it('says so if only the most frequent issues were examined', async () => {
    await page.route(/\/api\/v1\/issues\/\?/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...((await response.json()) as object), is_partial: true } })
    })
    await open('/issues')
    await page.getByText(/most frequent/).waitFor()
  })

  it('renders only visible issues, however many there are, and requests each page once', async () => {
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

  it("completes search terms, and shows the server's errors", async () => {
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

  it('keeps its column widths while issues are selected', async () => {
    await open('/issues')
    const name = row('KeyError').locator('td.c-name')
    const widthOf = async () => Math.round((await name.boundingBox())?.width ?? 0)
    await name.waitFor()
    const before = await widthOf()
    await row('KeyError').getByRole('checkbox').check()
    await page.getByText('1 issue selected').waitFor()
    expect(await widthOf()).to.equal(before)
  })

  it('can be triaged by keyboard alone, and changes can be undone', async () => {
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

  it('shows within 5 s that someone else resolved an issue', async () => {
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

  it('changes issues in bulk only if nobody else has changed one of them', async () => {
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

  it('stays readable below a warning until it is dismissed', async () => {
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
