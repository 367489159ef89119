import type { VersionedProjectSettings } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { apiQuery } from '../../api/queries.js'
import { findProject, useProjects } from '../../frame/project/projects.js'
import { Answered } from '../../parts/states/answered.js'
import { Channels } from './channels.js'
import { DsnKeys } from './dsn-keys.js'
import { FilterSettings, GroupingSettings, IntakeSettings, ScrubbingSettings } from './project-forms.js'
import { projectSections, type ProjectSection } from './project-sections.js'
import type { SettingsFormProps } from './settings-form.js'
import { SettingsPage } from './settings-page.js'

const forms: Partial<Record<ProjectSection, (props: SettingsFormProps) => ReactNode>> = {
  intake: IntakeSettings,
  filters: FilterSettings,
  scrubbing: ScrubbingSettings,
  grouping: GroupingSettings,
}

/** What can be set of one project. */
export function ProjectPage() {
  const { projectId, section: wanted } = useParams({ from: '/frame/settings/projects/$projectId/$section' })
  const section = projectSections.find(({ id }) => id === wanted)?.id ?? 'keys'
  const project = findProject(useProjects() ?? [], projectId)
  return (
    <SettingsPage title={project?.name ?? 'Project'}>
      <nav className="tabs" aria-label="Project">
        {projectSections.map(({ id, text }) => (
          <Link
            key={id}
            to="/settings/projects/$projectId/$section"
            params={{ projectId, section: id }}
            aria-current={id === section ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {section === 'keys' ? (
        <DsnKeys projectId={projectId} />
      ) : section === 'channels' ? (
        <Channels projectId={projectId} />
      ) : (
        <ProjectForm key={section} projectId={projectId} Form={forms[section]} />
      )}
    </SettingsPage>
  )
}

interface ProjectFormProps {
  projectId: string
  Form: ((props: SettingsFormProps) => ReactNode) | undefined
}

function ProjectForm({ projectId, Form }: ProjectFormProps) {
  const query = useQuery(apiQuery('readProjectSettings', { params: { project_id: projectId } }))
  return (
    <Answered query={query} what="project with this number">
      {(settings) => Form && <PinnedForm projectId={projectId} newest={settings} Form={Form} />}
    </Answered>
  )
}

/** A form over the settings as they were when it was opened: what others change meanwhile is a conflict, not lost. */
function PinnedForm({ projectId, newest, Form }: ProjectFormProps & { newest: VersionedProjectSettings }) {
  const [pinned, setPinned] = useState({ settings: newest, round: 0 })
  if (!Form) return null
  return (
    <Form
      key={pinned.round}
      projectId={projectId}
      settings={pinned.settings}
      onSaved={(settings) => setPinned({ ...pinned, settings })}
      onTaken={(settings) => setPinned({ settings, round: pinned.round + 1 })}
    />
  )
}
