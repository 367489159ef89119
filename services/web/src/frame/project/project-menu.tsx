import { useNavigate } from '@tanstack/react-router'
import { Menu } from '../../parts/controls/menu.js'
import { useActions } from '../actions/actions.js'
import { useChangeFrameSearch } from '../range/use-range.js'
import { paramOf, useProject, useProjects } from './projects.js'

/** Selects the view's project, or all projects. */
export function ProjectMenu() {
  const projects = useProjects() ?? []
  const chosen = useProject()
  const change = useChangeFrameSearch()
  const navigate = useNavigate()
  const create = () => void navigate({ to: '/new', search: { project: undefined } })
  const choose = (project: string | undefined) => () => {
    change({ project })
  }
  useActions('Projects', [
    { id: 'all', text: 'All projects', icon: 'project', run: choose(undefined) },
    ...projects.map((project) => ({
      id: project.id,
      text: `Show ${project.name} only`,
      icon: 'project' as const,
      run: choose(paramOf(project, projects)),
    })),
    { id: 'new', text: 'New project…', icon: 'plus', run: create },
  ])
  return (
    <Menu
      label="Project"
      icon="project"
      isSmall
      items={[
        { id: 'all', text: 'All projects', isChosen: chosen === undefined, onSelect: choose(undefined) },
        ...projects.map((project) => ({
          id: project.id,
          text: project.name,
          isChosen: project.id === chosen?.id,
          onSelect: choose(paramOf(project, projects)),
        })),
        { id: 'new', text: 'New project…', icon: 'plus', startsGroup: true, onSelect: create },
      ]}
    >
      <span className={`clip ${chosen ? 'project' : 'project vh-s'}`}>{chosen?.name ?? 'All projects'}</span>
    </Menu>
  )
}
