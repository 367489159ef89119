import type { Warning, WarningKind } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import type { RouteResponse } from '../../api/contract-types.js'
import { useProjects } from '../../frame/project/projects.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Glyph, Tag } from '../../parts/status/status.js'
import { criticalWarnings, warningWords } from '../../parts/system/warning-words.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './system.module.css'

/** Warnings that need attention, and the time of the last backup. */
export function AttentionCard({
  system: { warnings, last_backup_at: backupAt },
}: {
  system: RouteResponse<'readSystem'>
}) {
  return (
    <section className="card" aria-label="Needs attention">
      <header>
        <h2>Needs attention</h2>
        {warnings.length > 0 && (
          <span className="right">
            <Tag>{String(warnings.length)}</Tag>
          </span>
        )}
      </header>
      <ul className={styles['needs']}>
        {warnings.map((warning) => (
          <WarningItem key={`${warning.kind} ${warning.subject} ${warning.project_id ?? ''}`} warning={warning} />
        ))}
        {warnings.length === 0 && (
          <li>
            <Glyph tone="ok" />
            <div>
              <b>All good</b>
              <span>No telemetry is rejected, delayed or lost.</span>
            </div>
          </li>
        )}
        <li>
          <Glyph tone={backupAt === null ? 'idle' : 'ok'} />
          <div>
            <b>{backupAt === null ? 'No backups yet' : 'Last backup'}</b>
            <span>
              {backupAt === null ? (
                <>
                  Run <code>signalbox backup</code> to create one.
                </>
              ) : (
                <Ago at={backupAt} />
              )}
            </span>
          </div>
        </li>
      </ul>
    </section>
  )
}

/** Section of a project's settings that a warning is about, if not its keys. */
const sectionsOf: Readonly<Partial<Record<WarningKind, 'channels' | 'grouping'>>> = {
  channel_failing: 'channels',
  rules_skipped: 'grouping',
}

function WarningItem({ warning }: { warning: Warning }) {
  const { kind, project_id: projectId, detail, count, since, last_at: lastAt } = warning
  const project = useProjects()?.find(({ id }) => id === projectId)
  return (
    <li>
      <Glyph tone={criticalWarnings.includes(kind) ? 'bad' : 'warn'} />
      <div>
        <b>
          {warningWords[kind]}
          {project && `: ${project.name}`}
        </b>
        <span>
          {detail}. Began <Ago at={since} />, {countOf(count, 'time')}, last <Ago at={lastAt} />.
        </span>
      </div>
      {projectId !== null && (
        <Link
          className="btn s"
          to="/settings/projects/$projectId/$section"
          params={{ projectId, section: sectionsOf[kind] ?? 'keys' }}
        >
          View
        </Link>
      )}
    </li>
  )
}
