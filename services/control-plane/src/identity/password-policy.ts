import { ServiceError } from '@signalbox/contracts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** A new password. */
export interface WantedPassword {
  password: string
  /** The user's address, in lower case. */
  email: string
  /** JSON pointer of the field it was sent in. */
  field: string
}

/**
 * Out of 0 to 4. From this score on, guessing takes more than 10^8 attempts, which the attempt limit stretches to
 * centuries.
 */
const scoreMin = 3
/** Characters beyond this no longer affect the result and would take long to analyze. */
const judgedLengthMax = 64
/** Shorter parts of an address occur in many words. */
const addressPartLengthMin = 4

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded on demand: the lists of common passwords take a while to load, and most processes never need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  // CommonJS modules: in a bundle they only have a default export.
  const [{ default: core }, { default: common }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const { dictionary, adjacencyGraphs: graphs } = common
  return new core.ZxcvbnFactory({ dictionary, graphs, maxLength: judgedLengthMax })
}

/**
 * Rejects passwords that attackers try first: common ones and variations, repetitions, keyboard rows, the user's own
 * address. Works offline: the word lists are part of the program.
 * @throws ServiceError `invalid-body` that names the field.
 */
export async function refuseGuessablePassword({ password, email, field }: WantedPassword): Promise<void> {
  const detail = await findFault(password, email)
  if (detail !== undefined) throw new ServiceError('invalid-body', { faults: [{ in: 'body', name: field, detail }] })
}

async function findFault(password: string, email: string): Promise<string | undefined> {
  const parts = email.split(/[@+]/).filter((part) => part.length >= addressPartLengthMin)
  const folded = password.toLowerCase()
  if (parts.some((part) => folded.includes(part))) return 'must not contain the e-mail address'
  const { score } = (await (estimator ??= loadEstimator())).check(password.slice(0, judgedLengthMax), parts)
  return score < scoreMin ? 'is too easy to guess: try several unrelated words' : undefined
}
