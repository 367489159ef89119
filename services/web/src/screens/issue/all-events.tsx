import type { CountedIssueDetail } from '@signalbox/contracts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/api.js'
import { Button } from '../../parts/controls/button.js'
import { Answered } from '../../parts/states/answered.js'
import { ExactTime } from '../../parts/time/ago.js'

/** All stored events of the issue, newest first. */
export function AllEvents({ issue, onOpen }: { issue: CountedIssueDetail; onOpen(): void }) {
  const query = useInfiniteQuery({
    queryKey: ['listIssueEvents', issue.id],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        'listIssueEvents',
        { params: { issue_id: issue.id }, query: { ...(pageParam !== '' && { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next_cursor,
  })
  return (
    <Answered query={query}>
      {({ pages }) => (
        <>
          <table className="table">
            <caption className="vh">Events, newest first</caption>
            <thead>
              <tr>
                <th scope="col">Time</th>
                <th scope="col">Release</th>
                <th scope="col">User</th>
              </tr>
            </thead>
            <tbody>
              {pages
                .flatMap(({ events }) => events)
                .map((event) => (
                  <tr key={event.event_id}>
                    <td>
                      <Link
                        className="name"
                        to="/issues/$issueId/events/$eventId"
                        params={{ issueId: issue.short_id, eventId: event.event_id }}
                        onClick={onOpen}
                      >
                        <ExactTime at={event.timestamp} />
                      </Link>
                    </td>
                    <td className="clip">{event.release}</td>
                    <td className="clip">{event.user?.email ?? event.user?.id ?? '–'}</td>
                  </tr>
                ))}
            </tbody>
          </table>
          {query.hasNextPage && (
            <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              Load older events
            </Button>
          )}
        </>
      )}
    </Answered>
  )
}
