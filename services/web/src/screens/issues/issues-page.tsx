import { useQuery } from '@tanstack/react-query'
import { apiQuery, liveMs } from '../../api/queries.js'
import { Screen } from '../../frame/screen.js'
import { useProject } from '../../frame/project/projects.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'

/** The errors of the organization as issues. */
export function IssuesPage() {
  const project = useProject()
  const query = useQuery({
    ...apiQuery('listIssues', { query: { query: 'is:unresolved', ...(project && { project_id: project.id }) } }),
    refetchInterval: liveMs,
  })
  return (
    <Screen title="Issues" freshness={query}>
      <section className="card" aria-label="Issues">
        <Answered query={query}>
          {({ issues }) =>
            issues.length === 0 ? (
              <Empty title="Nothing is unresolved." />
            ) : (
              <ul className="pad">
                {issues.map(({ id, short_id: shortId, title }) => (
                  <li key={id}>
                    <a className="name" href={`/issues/${id}`}>
                      {shortId} {title}
                    </a>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      </section>
    </Screen>
  )
}
