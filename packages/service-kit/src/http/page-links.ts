import { limits } from '@signalbox/contracts'

/** Metadata around the results of a numbered page; see `pageFields` in the contracts. */
export interface PageLinks {
  /** Total number of results. */
  count: number
  /** Absolute URL; null on the last page and on the last page that may be requested. */
  next: string | null
  /** Absolute URL; null on the first page. */
  previous: string | null
}

export interface PageLinkOptions {
  /** URL at which callers reach this installation; may include a path. */
  publicUrl: string
  /** Path of the list with placeholders filled in: `/api/v1/workflows/`. */
  path: string
  /** Validated query parameters to preserve in the links. Undefined ones are omitted. */
  query: Readonly<Record<string, string | number | boolean | undefined>>
  /** Number of the current page, starting at 1. */
  page: number
  /** Results per page. */
  pageSize: number
  /** Total number of results. */
  count: number
}

/**
 * Creates links to the adjacent pages. They always include page and size, even if equal to the defaults. Beyond the
 * last page, the previous page is the last one with results.
 */
export function createPageLinks({ publicUrl, path, query, page, pageSize, count }: PageLinkOptions): PageLinks {
  const lastPage = Math.max(1, Math.ceil(count / pageSize))
  const base = new URL(publicUrl)
  const linkTo = (number: number): string => {
    const url = new URL(`${base.pathname.replace(/\/+$/, '')}${path}`, base.origin)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    url.searchParams.set('page', String(number))
    url.searchParams.set('page_size', String(pageSize))
    return url.href
  }
  return {
    count,
    next: page < Math.min(lastPage, limits.page.numberMax) ? linkTo(page + 1) : null,
    previous: page > 1 ? linkTo(Math.min(page - 1, lastPage)) : null,
  }
}
