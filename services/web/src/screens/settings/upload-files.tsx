import type { SourceMapUpload } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { apiQuery } from '../../api/queries.js'
import { countOf, formatBytes } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import styles from './settings.module.css'

interface UploadFilesProps {
  projectId: string
  upload: Pick<SourceMapUpload, 'bundle_id' | 'files' | 'source_maps' | 'bytes'>
}

/** An upload's file count; the files on demand. */
export function UploadFiles({ projectId, upload }: UploadFilesProps) {
  const { bundle_id: id, files, source_maps: maps, bytes } = upload
  const [isOpen, setOpen] = useState(false)
  return (
    <details
      className="small t2"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>
        {countOf(files, 'file')}, {countOf(maps, 'map')}, {formatBytes(bytes)}
      </summary>
      {isOpen && <FileList projectId={projectId} id={id} files={files} />}
    </details>
  )
}

function FileList({ projectId, id, files }: { projectId: string; id: string; files: number }) {
  const query = useQuery(apiQuery('readSourceMapUpload', { params: { project_id: projectId, bundle_id: id } }))
  return (
    <Answered query={query} what="upload">
      {({ listed_files: listed }) => (
        <ul className={styles['files']}>
          {listed.map(({ url, debug_id: debugId, bytes }, index) => (
            <li key={index}>
              <span className="mono">{url}</span> {formatBytes(bytes)}
              {debugId !== null && <div className="mono t3">{debugId}</div>}
            </li>
          ))}
          {listed.length < files && <li>and {countOf(files - listed.length, 'file')} more</li>}
        </ul>
      )}
    </Answered>
  )
}
