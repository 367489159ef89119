import { expect } from 'chai'
import { eventually } from '../../support/eventually.js'
import { expectAccessible, signIn, takePictures } from './support/open-browser.js'
import { sendEvent } from './support/seed-shop.js'
import { setUpShop, type ShopScene } from './support/set-up-shop.js'

const hostile = '<img src=x onerror="document.title=\'taken over\'"><script>document.title="taken over"</script>'

/** Like `hostile`, without the slash that file names cannot have. */
const hostileFile = `<img src=x onerror="document.title='taken over'">.json`

describe('issue pages in Chromium', () => {
  let signalbox: ShopScene['signalbox']
  let shop: ShopScene['shop']
  let page: ShopScene['page']
  let complaints: ShopScene['complaints']

  setUpShop((scene) => {
    ;({ signalbox, shop, page, complaints } = scene)
  })

  const open = (path: string, email = 'ada@example.com', on = page) => signIn(on, `${signalbox.url}${path}`, email)
  const row = (name: string, on = page) => on.getByRole('row').filter({ hasText: name })

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
})
