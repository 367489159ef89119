import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.js'
import { buttonClass } from '../../parts/controls/button.js'
import { Icon } from '../../parts/icon/icon.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Ago } from '../../parts/time/ago.js'
import { Card, SettingsPage } from './settings-page.js'
import styles from './settings.module.css'

/** The projects of the organization, each the way to its settings. */
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
              <Empty title="There is no project." />
            ) : (
              <table className="table">
                <caption className="vh">Projects, oldest first</caption>
                <thead>
                  <tr>
                    <th scope="col">Name</th>
                    <th scope="col" className={styles['short']}>
                      Number
                    </th>
                    <th scope="col" className={styles['short']}>
                      Made
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {projects.map((project) => (
                    <tr key={project.id}>
                      <td>
                        <Link
                          className="name strong"
                          to="/settings/projects/$projectId/$section"
                          params={{ projectId: project.id, section: 'general' }}
                        >
                          {project.name}
                        </Link>
                        {!project.is_active && <span className="small t3"> off</span>}
                      </td>
                      <td className="tab t2">{project.number}</td>
                      <td className="small t2">
                        <Ago at={project.created_at} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Answered>
      </Card>
    </SettingsPage>
  )
}
