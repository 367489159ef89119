import type { SourceMapUpload } from '@signalbox/contracts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { api } from '../../api/api.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { refreshQueries } from '../../api/query-client.js'
import { findProject, useProjects } from '../../frame/project/projects.js'
import { Button } from '../../parts/controls/button.js'
import { Code } from '../../parts/controls/code.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Field } from '../../parts/form/labelled.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { Card } from './settings-page.js'
import { SettingsTable, type Column } from './settings-table.js'
import styles from './settings.module.css'
import { UploadFiles } from './upload-files.js'

const pageSize = 50

/** Uploaded source maps: found by release or debug id, with deletion. */
export function SourceMaps({ projectId }: { projectId: string }) {
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const search = useDeferredValue(text.trim())
  const input = { params: { project_id: projectId }, query: { limit, ...(search !== '' && { search }) } }
  const query = useQuery({ ...apiQuery('listSourceMaps', input), placeholderData: keepPreviousData })
  return (
    <Card title="Source maps" note="They map minified stack frames back to your source.">
      <Answered query={query} what="such project">
        {({ uploads, total }) =>
          total === 0 && search === '' && text === '' ? (
            <NoUploads projectId={projectId} />
          ) : (
            <>
              <div className={styles['body']}>
                <Field
                  label="Search"
                  type="search"
                  placeholder="Release, dist, file or debug ID"
                  value={text}
                  onChange={({ target }) => {
                    setText(target.value)
                  }}
                />
              </div>
              {uploads.length === 0 ? (
                <Empty title="No matching uploads." />
              ) : (
                <Uploads projectId={projectId} uploads={uploads} />
              )}
              {uploads.length < total && (
                <div className={styles['beside']}>
                  <Button
                    onClick={() => {
                      setLimit(limit + pageSize)
                    }}
                  >
                    Show more
                  </Button>{' '}
                  <span className="hint">
                    {uploads.length} of {countOf(total, 'upload')}
                  </span>
                </div>
              )}
            </>
          )
        }
      </Answered>
    </Card>
  )
}

function Uploads({ projectId, uploads }: { projectId: string; uploads: readonly SourceMapUpload[] }) {
  const columns: readonly Column<SourceMapUpload>[] = [
    { name: 'Release', cell: (upload) => <Upload projectId={projectId} upload={upload} /> },
    { name: 'Uploaded', kind: 'short', cell: ({ uploaded_at: at }) => <Ago at={at} /> },
    { name: 'Last used', kind: 'short', cell: ({ used_at: at }) => <Ago at={at} /> },
  ]
  return (
    <SettingsTable
      caption="Uploads, newest first"
      columns={columns}
      rows={uploads}
      keyOf={({ bundle_id: id }) => id}
      actions={(upload) => <Delete projectId={projectId} upload={upload} />}
    />
  )
}

interface UploadProps {
  projectId: string
  upload: SourceMapUpload
}

function Upload({ projectId, upload }: UploadProps) {
  const { state, detail, releases } = upload
  return (
    <>
      <Releases releases={releases} />
      {state === 'assembling' && <Status tone="idle">Assembling</Status>}
      {state === 'error' && <Status tone="bad">{detail ?? 'Unusable'}</Status>}
      <UploadFiles projectId={projectId} upload={upload} />
    </>
  )
}

function Delete({ projectId, upload: { bundle_id: id, releases } }: UploadProps) {
  const cache = useQueryClient()
  const permission = usePermission('changes:write')
  const remove = async () => {
    await api.call('deleteSourceMapUpload', { params: { project_id: projectId, bundle_id: id } })
    await refreshQueries(cache, 'listSourceMaps')
  }
  return (
    <ConfirmButton
      text="Delete"
      what={`Delete the upload of ${releases[0]?.release ?? 'no release'}`}
      permission={permission}
      run={remove}
    >
      New errors stay minified unless you upload the files again. Past events keep their source.
    </ConfirmButton>
  )
}

/** The latest release, and the number of others. */
function Releases({ releases: [latest, ...others] }: Pick<SourceMapUpload, 'releases'>) {
  const name = latest?.release ?? null
  const dist = latest?.dist ?? null
  return (
    <>
      <span className={name === null ? 't3' : 'strong'}>{name ?? 'no release'}</span>
      {dist !== null && <span className="t2"> dist {dist}</span>}
      {others.length > 0 && (
        <div className="small t3" title={others.map(({ release }) => release ?? 'no release').join(', ')}>
          and {countOf(others.length, 'release')} more
        </div>
      )}
    </>
  )
}

/** How to upload. */
function NoUploads({ projectId }: { projectId: string }) {
  const number = findProject(useProjects() ?? [], projectId)?.number ?? 1
  const commands = [
    `signalbox sourcemaps upload dist --project ${number} --release shop@1.2.0`,
    '# or by debug ID, with sentry-cli:',
    `export SENTRY_URL=${window.location.origin} SENTRY_AUTH_TOKEN=sntrys_…`,
    'sentry-cli sourcemaps inject dist && sentry-cli sourcemaps upload dist',
  ]
  return (
    <Empty
      title="No source maps yet."
      action={
        <Link className="link" to="/settings/keys">
          Create a token
        </Link>
      }
    >
      Minified frames are shown as sent until your build uploads source maps.
      <Code label="Commands to upload source maps" text={commands.join('\n')} />
    </Empty>
  )
}
