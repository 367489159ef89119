import type { VersionedProjectSettings } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { apiQuery } from '../../api/queries.js'
import { findProject, useProjects } from '../../frame/project/projects.js'
import { Tabs } from '../../parts/controls/tabs.js'
import { Answered } from '../../parts/states/answered.js'
import { Channels } from './channels.js'
import { DsnKeys } from './dsn-keys.js'
import { FilterSettings, GroupingSettings, IntakeSettings, ScrubbingSettings } from './project-forms.js'
import { ProjectGeneral } from './project-general.js'
import { projectSections, type ProjectSection } from './project-sections.js'
import { Quotas } from './quotas.js'
import type { SettingsFormProps } from './settings-form.js'
import { SourceMaps } from './source-maps.js'
import { SettingsPage } from './settings-page.js'

const forms: Partial<Record<ProjectSection, (props: SettingsFormProps) => ReactNode>> = {
  intake: IntakeSettings,
  filters: FilterSettings,
  scrubbing: ScrubbingSettings,
  grouping: GroupingSettings,
}

/** A project's settings. */
export function ProjectPage() {
  const { projectId, section: wanted } = useParams({ from: '/frame/settings/projects/$projectId/$section' })
  const section = projectSections.find(({ id }) => id === wanted)?.id ?? 'general'
  const project = findProject(useProjects() ?? [], projectId)
  return (
    <SettingsPage title={project?.name ?? 'Project'}>
      <Tabs label="Project">
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
      </Tabs>
      <Section key={`${projectId} ${section}`} projectId={projectId} section={section} />
    </SettingsPage>
  )
}

/** Keyed by project and section, so nothing typed or shown in one carries over to another. */
function Section({ projectId, section }: { projectId: string; section: ProjectSection }) {
  if (section === 'general') return <ProjectGeneral projectId={projectId} />
  if (section === 'keys') return <DsnKeys projectId={projectId} />
  if (section === 'quotas') return <Quotas projectId={projectId} />
  if (section === 'channels') return <Channels projectId={projectId} />
  if (section === 'source-maps') return <SourceMaps projectId={projectId} />
  return <ProjectForm projectId={projectId} Form={forms[section]} />
}

interface ProjectFormProps {
  projectId: string
  Form: ((props: SettingsFormProps) => ReactNode) | undefined
}

function ProjectForm({ projectId, Form }: ProjectFormProps) {
  // Settings are always refetched before editing: a form based on an old version ends in a confusing conflict.
  const query = useQuery({ ...apiQuery('readProjectSettings', { params: { project_id: projectId } }), staleTime: 0 })
  return (
    <Answered query={query} what="such project">
      {(settings) => Form && <PinnedForm projectId={projectId} newest={settings} Form={Form} />}
    </Answered>
  )
}

/**
 * Follows the newest settings until someone types, then stays on the version they saw: others' changes in the meantime
 * cause a conflict and are not lost.
 */
function PinnedForm({ projectId, newest, Form }: ProjectFormProps & { newest: VersionedProjectSettings }) {
  const [pinned, setPinned] = useState({ settings: newest, round: 0 })
  const [isTyped, setTyped] = useState(false)
  const take = (settings: VersionedProjectSettings) => {
    setPinned({ settings, round: pinned.round + 1 })
    setTyped(false)
  }
  if (!isTyped && newest.version > pinned.settings.version) take(newest)
  if (!Form) return null
  return (
    <div onChange={() => setTyped(true)}>
      <Form
        key={pinned.round}
        projectId={projectId}
        settings={pinned.settings}
        onSaved={(settings) => {
          setPinned({ ...pinned, settings })
          setTyped(false)
        }}
        onTaken={take}
      />
    </div>
  )
}
