import type { Page } from 'playwright-core'

/** Issues per page of the list. */
const pageSize = 100

/**
 * Makes the issue list return `total` issues: the existing ones repeatedly, each with its own id, the first `MANY-0`. The
 * installation is queried once: further queries would compete with the browser for this machine's processors.
 * @param onAsked called with the offset of every requested page.
 */
export async function pretendManyIssues(page: Page, total: number, onAsked?: (offset: number) => void): Promise<void> {
  let first: { issues: object[] } | undefined
  await page.route(/\/api\/v1\/issues\/\?.*limit=100/, async (route) => {
    const url = route.request().url()
    const offset = Number(new URL(url).searchParams.get('offset') ?? 0)
    if (!first) {
      const response = await route.fetch({ url: url.replace(/offset=\d+/, 'offset=0') })
      // The page makes this request while loading its session: not signed in at first.
      if (!response.ok()) return route.fulfill({ response })
      first = (await response.json()) as { issues: object[] }
    }
    onAsked?.(offset)
    const { issues, ...rest } = first
    const made = Array.from({ length: pageSize }, (_, index) => ({
      ...issues[index % issues.length],
      id: `issue-${offset + index}`,
      short_id: `MANY-${offset + index}`,
    }))
    return route.fulfill({ json: { ...rest, issues: made, total } })
  })
}
