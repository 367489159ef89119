import { dayMs, limits, type FrameFinding, type ScriptDiagnosis } from '@signalbox/contracts'
import type { FrameFault } from '@signalbox/source-maps'

/** The facts about a frame of a script. */
export interface FrameFacts {
  isResolved: boolean
  /** What is missing for its script, if anything. */
  script: ScriptDiagnosis
  /** Why the frame cannot be resolved now although its script can. */
  fault: FrameFault | undefined
  /** Unix milliseconds. */
  receivedAt: number
  /** When its file was last uploaded, Unix milliseconds; undefined if it is missing. */
  uploadedAt: number | undefined
}

/** The explanation for a frame. */
export interface FrameExplanation {
  finding: FrameFinding
  explanation: string
  advice: string | null
}

const { resymbolicationDays } = limits.artifacts

/** Explains a frame: by its own fault if it has one, otherwise by that of its script. */
export function explainFrame(facts: FrameFacts): FrameExplanation {
  const { isResolved, script, fault } = facts
  if (fault === 'invalid_location') {
    return {
      finding: 'invalid_location',
      explanation:
        'The source map was found but contains nothing for this line and column: it belongs to a different build ' +
        'of the file.',
      advice: 'Upload the source map of the deployed build, and inject debug ids to tell builds apart.',
    }
  }
  if (fault === 'missing_source_content') {
    return {
      finding: 'sources_content_missing',
      explanation:
        'The original position is known, but the source map does not contain the source, so no code is shown.',
      advice:
        'Configure the bundler to write `sourcesContent`, or upload without `--no-rewrite` to include the sources.',
    }
  }
  if (isResolved) return { finding: 'resolved', explanation: 'The frame shows its original position.', advice: null }
  return script.finding === 'resolvable' ? explainLate(facts) : script
}

/** Everything is in place now, but the stored event is not resolved. */
function explainLate({ receivedAt, uploadedAt = receivedAt }: FrameFacts): FrameExplanation {
  const isTooLate = uploadedAt - receivedAt > resymbolicationDays * dayMs
  return {
    finding: 'uploaded_after_event',
    explanation: 'The file and its source map were uploaded after the event was stored.',
    advice: isTooLate
      ? `Nothing: only events of the ${resymbolicationDays} days before an upload are resolved again. Newer ` +
        'events are resolved.'
      : 'Wait a minute: stored events are being resolved again. If nothing changes, upload the files again.',
  }
}
