import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.js'
import { useSession } from '../../api/session.js'
import { Button } from '../../parts/controls/button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { Field } from '../../parts/form/labelled.js'
import { Menu } from '../../parts/controls/menu.js'
import { textOf } from '../../parts/form/read-form.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { paramOfQuery } from './search.js'
import { readViews, removeView, saveView, tabs, type View } from './views.js'
import styles from './issues.module.css'

interface ViewTabsProps {
  query: string
  projectId: string | undefined
  onChange(query: string): void
}

/** Ready-made searches, and those that somebody saved. */
export function ViewTabs({ query, projectId, onChange }: ViewTabsProps) {
  const { organization } = useSession()
  const [saved, setSaved] = useState(() => readViews(localStorage, organization.id))
  const [isNaming, setNaming] = useState(false)
  const current = saved.find((view) => view.query === query)
  return (
    <div className={styles['head']}>
      <nav className="tabs" aria-label="Ready-made searches">
        {[...tabs, ...saved].map((view) => (
          <Tab key={`${view.name} ${view.query}`} view={view} isCurrent={view.query === query} projectId={projectId} />
        ))}
      </nav>
      <Menu
        label="Saved views"
        icon="star"
        isSmall
        kind="quiet"
        items={[
          { id: 'save', text: 'Save this search …', onSelect: () => setNaming(true) },
          ...(current
            ? [
                {
                  id: 'remove',
                  text: `Remove “${current.name}”`,
                  onSelect: () => setSaved(removeView(localStorage, organization.id, current.name)),
                },
              ]
            : []),
          ...saved.map((view, index) => ({
            id: `view ${view.name}`,
            text: view.name,
            startsGroup: index === 0,
            onSelect: () => onChange(view.query),
          })),
        ]}
      />
      <Dialog title="Save this search" isOpen={isNaming} onClose={() => setNaming(false)}>
        <form
          className="stack"
          onSubmit={(event) => {
            event.preventDefault()
            const name = textOf(new FormData(event.currentTarget), 'name').trim()
            if (name === '') return
            setSaved(saveView(localStorage, organization.id, { name, query }))
            setNaming(false)
          }}
        >
          <Field label="Name" name="name" required maxLength={40} autoFocus hint="It is kept in this browser." />
          <Button type="submit" kind="main">
            Save
          </Button>
        </form>
      </Dialog>
    </div>
  )
}

function Tab({ view, isCurrent, projectId }: { view: View; isCurrent: boolean; projectId: string | undefined }) {
  const { data } = useQuery({
    ...apiQuery('listIssues', {
      query: { query: view.query, limit: 1, ...(projectId !== undefined && { project_id: projectId }) },
    }),
    staleTime: 60_000,
    retry: false,
  })
  const query = paramOfQuery(view.query)
  return (
    <Link to="/issues" search={(before) => withQuery(before, query)} aria-current={isCurrent ? 'true' : undefined}>
      {view.name}
      {data && <span className="n">{formatCount(data.total)}</span>}
    </Link>
  )
}

/** The same project, range and order with another search. */
function withQuery(before: object, query: string | undefined) {
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'query'))
  return { ...rest, ...(query !== undefined && { query }) }
}
