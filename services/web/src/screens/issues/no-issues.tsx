import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.js'
import { Button, buttonClass } from '../../parts/controls/button.js'
import { Empty } from '../../parts/states/empty.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { issuesPage, type IssueListQuery } from './queries.js'
import { defaultQuery, paramOfQuery } from './search.js'
import { readTerms, withoutTerm } from './terms.js'

interface NoIssuesProps {
  query: string
  listQuery: IssueListQuery
  onChange(query: string): void
}

/** Explains an empty list: everything is fine, or which term excludes all issues. */
export function NoIssues(props: NoIssuesProps) {
  const { query, listQuery } = props
  const isReady = query === defaultQuery || query === ''
  return isReady ? <NothingThere query={query} projectId={listQuery.projectId} /> : <NoMatch {...props} />
}

const termsMax = 8

/** Finds the most restrictive term by counting the matches without each one, unless there are many. */
function NoMatch({ query, listQuery, onChange }: NoIssuesProps) {
  const terms = readTerms(query)
  const without = terms.length < termsMax ? terms.map((_, index) => withoutTerm(query, index)) : []
  const counts = useQueries({
    queries: without.map((each) => {
      const { sort } = listQuery.search
      const search = { ...(sort && { sort }), query: paramOfQuery(each) }
      return { ...issuesPage({ ...listQuery, search }, 0), staleTime: 60_000 }
    }),
    combine: (answers) => answers.map(({ data }) => data?.total ?? 0),
  })
  const best = counts.reduce((most, count, index) => (count > (counts[most] ?? 0) ? index : most), 0)
  const count = counts[best] ?? 0
  return (
    <Empty
      title="No matching issues."
      action={
        count > 0 && (
          <Button isSmall onClick={() => onChange(without[best] ?? '')}>
            Remove this filter
          </Button>
        )
      }
    >
      {count > 0 && (
        <>
          {countOf(count, 'issue')} without <code>{terms[best]?.text}</code>.
        </>
      )}
    </Empty>
  )
}

/** Nothing needs attention, or nothing has arrived yet: then links to onboarding. */
function NothingThere({ query, projectId }: { query: string; projectId: string | undefined }) {
  const ever = useQuery({
    ...apiQuery('listIssues', {
      query: { query: '', limit: 1, since: '90d', ...(projectId !== undefined && { project_id: projectId }) },
    }),
    staleTime: 10_000,
  })
  if (ever.data?.total === 0) {
    return (
      <Empty
        title="No events yet."
        action={
          <Link className={buttonClass({ kind: 'main' })} to="/new">
            Send your first event
          </Link>
        }
      >
        Create a project, pick a platform and add three lines of code.
      </Empty>
    )
  }
  return (
    <Empty title={query === '' ? 'No issues in this range.' : 'All clear. No unresolved issues.'}>
      New errors appear here automatically.
    </Empty>
  )
}
