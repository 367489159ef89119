import { ServiceError } from '@signalbox/contracts'
import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** A password that somebody wants to have. */
export interface WantedPassword {
  password: string
  /** Their address, in lower case. */
  email: string
  /** JSON pointer of the field that it came in. */
  field: string
}

/** Of 0 to 4: from here on guessing takes more than 10^8 attempts, which the limit on attempts makes centuries. */
const scoreMin = 3
/** What comes after decides nothing any more, and would take long to look at. */
const judgedLengthMax = 64
/** Shorter parts of an address are in many words. */
const addressPartLengthMin = 4

let estimator: Promise<ZxcvbnFactory> | undefined

/** The lists of common passwords take a while to load, and most processes never need them. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  // CommonJS: of such modules a bundle has nothing but the default.
  const [{ default: core }, { default: common }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const { dictionary, adjacencyGraphs: graphs } = common
  return new core.ZxcvbnFactory({ dictionary, graphs, maxLength: judgedLengthMax })
}

/**
 * Refuses passwords that others try first: common ones and what is made of them, repetitions, rows of keys, the own
 * address. Asks nobody: the lists are part of the program.
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
