import { useSearch } from '@tanstack/react-router'
import { useProject } from '../../frame/project/projects.js'
import { Screen } from '../../frame/screen.js'
import { FirstEvent } from './first-event.js'
import { NameStep } from './name-step.js'
import { NextSteps } from './next-steps.js'
import { PlatformStep } from './platform-step.js'
import { allPlatforms, findPlatform, toSnippetProject } from './platforms/all-platforms.js'
import { Snippets } from './snippets.js'
import { Step } from './step.js'
import styles from './first-run.module.css'

/** From nothing to the first event: a project, its platform, the SDK, and waiting for what it sends. */
export function FirstRunPage() {
  const project = useProject()
  const platform = findPlatform(useSearch({ from: '/frame/new' }).platform)
  const platformState = platform ? 'done' : project ? 'now' : 'ahead'
  return (
    <Screen title="New project" hasRange={false} hasProject={false}>
      <div className={styles['page']}>
        <div>
          <h2 className={styles['hello']}>Let something arrive</h2>
          <p className={`t2 ${styles['lead'] ?? ''}`}>
            Signalbox takes what any Sentry SDK sends. Your code stays as it is; only the address is yours.
          </p>
          <ol className={styles['steps']}>
            <NameStep project={project} />
            <Step number={2} state={platformState} title="What is it written in?">
              {project && <PlatformStep platforms={allPlatforms} chosen={platform} />}
            </Step>
            {project && platform ? (
              <>
                <Step number={3} state="now" title={platform.id === 'other' ? 'Send something' : 'Add the SDK'}>
                  <Snippets snippets={platform.snippets(toSnippetProject(project))} />
                  <p className={`small t3 ${styles['after'] ?? ''}`}>
                    The DSN may only send. It can be turned off in the settings of the project.
                  </p>
                </Step>
                <FirstEvent key={project.id} project={project} />
              </>
            ) : (
              <>
                <Step number={3} state="ahead" title="Add the SDK" />
                <Step number={4} state="ahead" title="See the first event" />
              </>
            )}
          </ol>
        </div>
        <NextSteps project={project} flush={platform?.flush} />
      </div>
    </Screen>
  )
}
