import { useState } from 'react'
import type { Exception, Frame } from '../event/read-event.js'
import { JsonValue } from '../json/json-value.js'
import { CodeText } from '../code/code-text.js'
import { Icon } from '../icon/icon.js'
import { countOf } from '../numbers/format-number.js'
import { Tag } from '../status/status.js'
import { foldFrames, nameLibraries } from './fold-frames.js'
import styles from './stack-trace.module.css'

/** How much of a stack to show. */
export type StackView = 'own' | 'all'

/** An exception's frames, the call that raised it on top; in-app frames are expanded, library frames folded. */
export function StackTrace({ exception, view }: { exception: Exception; view: StackView }) {
  const { frames } = exception
  if (frames.length === 0) return <p className={styles['none']}>The SDK sent no stack trace.</p>
  const first = Math.max(
    0,
    frames.findIndex(({ isInApp }) => isInApp),
  )
  const shown =
    view === 'own' ? foldFrames(frames) : frames.map((frame, index) => ({ kind: 'frame' as const, frame, index }))
  return (
    <div className="frames">
      {shown.map((each) =>
        each.kind === 'frame' ? (
          <FrameRow key={each.index} frame={each.frame} isOpen={each.index === first} />
        ) : (
          <FoldedRow key={each.index} frames={each.frames} />
        ),
      )}
    </div>
  )
}

function FoldedRow({ frames }: { frames: readonly Frame[] }) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return frames.map((frame, index) => <FrameRow key={index} frame={frame} isOpen={false} />)
  return (
    <div className="frame lib">
      <button
        type="button"
        className={`head ${styles['head'] ?? ''}`}
        aria-expanded="false"
        onClick={() => setOpen(true)}
      >
        <Icon name="right" isSmall />
        <span className="path">{countOf(frames.length, 'frame')} of libraries</span>
        <span className="fn clip">{nameLibraries(frames)}</span>
      </button>
    </div>
  )
}

function FrameRow({ frame, isOpen: isOpenFirst }: { frame: Frame; isOpen: boolean }) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const hasMore = frame.source.length > 0 || Object.keys(frame.vars).length > 0
  const head = (
    <>
      {hasMore ? <Icon name={isOpen ? 'down' : 'right'} isSmall /> : <span className={styles['noArrow']} />}
      <span className="path">
        {frame.place}
        {frame.line !== undefined && <span className="t3">:{frame.line}</span>}
      </span>
      {frame.function !== '' && (
        <span className="fn">
          in <b>{frame.function}</b>
        </span>
      )}
      {frame.isInApp && (
        <span className={`hide-s ${styles['tag'] ?? ''}`}>
          <Tag>your code</Tag>
        </span>
      )}
    </>
  )
  return (
    <div className={frame.isInApp ? 'frame' : 'frame lib'}>
      {hasMore ? (
        <button
          type="button"
          className={`head ${styles['head'] ?? ''}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {head}
        </button>
      ) : (
        <div className="head">{head}</div>
      )}
      {isOpen && <Source frame={frame} />}
      {isOpen && <Variables frame={frame} />}
    </div>
  )
}

function Source({ frame: { source, place } }: { frame: Frame }) {
  if (source.length === 0) return null
  return (
    <div className="src" tabIndex={0} role="group" aria-label={`Source of ${place}`}>
      {source.map(({ number, text, isHit }) => (
        <div key={number} className={isHit ? 'hit' : undefined}>
          <i>{number}</i>
          <CodeText text={text} />
        </div>
      ))}
    </div>
  )
}

function Variables({ frame: { vars } }: { frame: Frame }) {
  const entries = Object.entries(vars)
  if (entries.length === 0) return null
  return (
    <dl className={`kv ${styles['vars'] ?? ''}`}>
      {entries.map(([name, value]) => (
        <div key={name} className={styles['pair']}>
          <dt className="mono">{name}</dt>
          <dd>
            <JsonValue value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
