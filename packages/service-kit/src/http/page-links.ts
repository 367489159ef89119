import { limits } from '@signalbox/contracts'

/** What surrounds the results of a numbered page; see `pageFields` of the contracts. */
export interface PageLinks {
  /** Results on all pages. */
  count: number
  /** Absolute URL; null on the last page, and where no further page may be asked for. */
  next: string | null
  /** Absolute URL; null on the first page. */
  previous: string | null
}

export interface PageLinkOptions {
  /** Address under which callers reach this installation; may have a path. */
  publicUrl: string
  /** Path of the list, placeholders filled in: `/api/v1/workflows/`. */
  path: string
  /** Parameters that the links keep: the query as it was validated. Undefined ones are left out. */
  query: Readonly<Record<string, string | number | boolean | undefined>>
  /** The page that is answered, from 1. */
  page: number
  /** Results on a page. */
  pageSize: number
  /** Results on all pages. */
  count: number
}

/**
 * Links to the pages around one. They name page and size even where defaults would do. From a page behind the last, the
 * page before is the last that has results.
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
