import type { Edit } from '../changes/edit.js'
import type { SymptomKind } from '../signals/symptom-kinds.js'

/** One way in which an edit could do harm, with the symptoms it would cause. */
export interface Finding {
  /** Short name, unique across all families: `limit-removed`. */
  mechanism: string
  /** A predicate for people whose subject is the change: `removes the limit on how many rows are read`. */
  sentence: string
  /** How strongly it implicates the change, in log-odds, if the predicted symptoms are seen. */
  weight: number
  predicts: readonly SymptomKind[]
  /** The line of the diff that shows it. */
  line: string
}

/** Looks for one kind of danger in an edit. */
export type Mechanism = (edit: Edit) => Finding[]
