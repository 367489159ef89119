import type { TelemetryProject } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.js'
import { buttonClass } from '../../parts/controls/button.js'
import { Icon } from '../../parts/icon/icon.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Ago } from '../../parts/time/ago.js'
import { Card, SettingsPage } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'

const columns: readonly Column<TelemetryProject>[] = [
  { name: 'Name', cell: (project) => <ProjectName project={project} /> },
  { name: 'Number', kind: 'short', cell: ({ number }) => <span className="tab">{number}</span> },
  { name: 'Created', kind: 'short', cell: ({ created_at: at }) => <Ago at={at} /> },
]

/** The organization's projects, with links to their settings. */
export function ProjectsPage() {
  const query = useQuery(apiQuery('listTelemetryProjects', {}))
  const create = (
    <Link className={buttonClass({ kind: 'main' })} to="/new" search={{ project: undefined }}>
      <Icon name="plus" isSmall />
      New project
    </Link>
  )
  return (
    <SettingsPage title="Projects">
      <div className="row">{create}</div>
      <Card title="Projects">
        <Answered query={query}>
          {({ projects }) =>
            projects.length === 0 ? (
              <Empty title="No projects yet." />
            ) : (
              <SettingsTable
                caption="Projects, oldest first"
                columns={columns}
                rows={projects}
                keyOf={({ id }) => id}
              />
            )
          }
        </Answered>
      </Card>
    </SettingsPage>
  )
}

function ProjectName({ project: { id, name, is_active: isActive } }: { project: TelemetryProject }) {
  return (
    <>
      <Link
        className="name strong"
        to="/settings/projects/$projectId/$section"
        params={{ projectId: id, section: 'general' }}
      >
        {name}
      </Link>
      {!isActive && <span className="small t3"> off</span>}
    </>
  )
}
