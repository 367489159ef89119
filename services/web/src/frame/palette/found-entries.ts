import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import { readIds, type EntryGroup } from './search-entries.js'

const shortest = 2
const foundMax = 5

/** Entries from the server and from the text's form: issues that contain the text, and objects an id may refer to. */
export function useFoundEntries(
  text: string,
  go: (to: string) => void,
): { direct: readonly EntryGroup[]; issues: readonly EntryGroup[] } {
  const typed = text.trim()
  const query = quoteSearch(typed)
  const { data } = useQuery({
    ...apiQuery('listIssues', { query: { query, limit: foundMax, since: '90d' } }),
    enabled: typed.length >= shortest && query !== '',
    staleTime: 30_000,
    retry: false,
  })
  const ids = readIds(typed)
  return {
    direct:
      ids.length === 0
        ? []
        : [
            {
              heading: 'By ID',
              entries: ids.map(({ to, ...rest }) => ({
                ...rest,
                id: to,
                icon: 'right',
                run: () => {
                  go(to)
                },
              })),
            },
          ],
    issues:
      (data?.issues.length ?? 0) === 0 || typed.length < shortest
        ? []
        : [
            {
              heading: 'Issues',
              entries: (data?.issues ?? []).map((issue) => ({
                id: issue.id,
                text: issue.title,
                note: issue.short_id,
                icon: 'issue',
                run: () => {
                  go(`/issues/${encodeURIComponent(issue.short_id)}`)
                },
              })),
            },
          ],
  }
}

/** Words are searched for as typed; characters with a meaning in the search language are quoted. */
function quoteSearch(text: string): string {
  return text === '' ? '' : `"${text.replaceAll(/["\\]/g, ' ')}"`
}
