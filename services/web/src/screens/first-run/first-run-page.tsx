import type { TelemetryProject } from '@signalbox/contracts'
import { useSearch } from '@tanstack/react-router'
import { useProject } from '../../frame/project/projects.js'
import { Screen } from '../../frame/screen.js'
import { FirstEvent } from './first-event.js'
import { NameStep } from './name-step.js'
import { NextSteps } from './next-steps.js'
import { PlatformStep } from './platform-step.js'
import { allPlatforms, findPlatform, toSnippetProject } from './platforms/all-platforms.js'
import type { Platform } from './platforms/platform.js'
import { Snippets } from './snippets.js'
import { Step } from './step.js'
import { useFirstEvent } from './use-first-event.js'
import styles from './first-run.module.css'

/** Onboarding up to the first event: project, platform, SDK, and waiting for data. */
export function FirstRunPage() {
  const project = useProject()
  const platform = findPlatform(useSearch({ from: '/frame/new' }).platform)
  const platformState = platform ? 'done' : project ? 'now' : 'ahead'
  return (
    <Screen title="New project" hasRange={false} hasProject={false}>
      <div className={styles['page']}>
        <div>
          <h2 className={styles['hello']}>Send your first event</h2>
          <p className={`t2 ${styles['lead'] ?? ''}`}>
            Signalbox works with any Sentry SDK. Keep your code; only the DSN changes.
          </p>
          <ol className={styles['steps']}>
            <NameStep project={project} />
            <Step number={2} state={platformState} title="Choose a platform">
              {project && <PlatformStep platforms={allPlatforms} chosen={platform} />}
            </Step>
            {project && platform ? (
              <SdkSteps key={project.id} {...{ project, platform }} />
            ) : (
              <>
                <Step number={3} state="ahead" title="Add the SDK" />
                <Step number={4} state="ahead" title="Wait for the first event" />
              </>
            )}
          </ol>
        </div>
        <NextSteps project={project} flush={platform?.flush} />
      </div>
    </Screen>
  )
}

/** The snippets, and the event that they send. */
function SdkSteps({ project, platform }: { project: TelemetryProject; platform: Platform }) {
  const first = useFirstEvent(project)
  const title = platform.id === 'other' ? 'Send a test event' : 'Add the SDK'
  return (
    <>
      <Step number={3} state={first.event ? 'done' : 'now'} title={title}>
        <Snippets snippets={platform.snippets(toSnippetProject(project))} />
        <p className={`small t3 ${styles['after'] ?? ''}`}>
          The DSN can only send data. You can disable it in project settings.
        </p>
      </Step>
      <FirstEvent project={project} {...first} />
    </>
  )
}
