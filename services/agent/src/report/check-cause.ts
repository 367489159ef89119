import { isJsonObject } from '@signalbox/contracts'
import type { Cause, SessionReport } from '@signalbox/contracts'
import { joinParts, partsOfRow, type BoundParts } from './bound-parts.js'
import { isTextBound, type Grounds } from './check-claim.js'

/** What verified claims bind, and the grounds for checks. */
export interface Proven {
  parts: BoundParts
  grounds: Grounds
}

type Row = Readonly<Record<string, unknown>>

/** Replaces an unproven mechanism. */
export const fallbackMechanism = 'See the verified claims for how it happened.'

/** Minimum length of an abbreviated SHA. */
const shaLengthMin = 7

/**
 * Returns the cause if it is proven: it names a change of the evidence, and verified claims mention it. Its mechanism
 * survives if everything it mentions is bound; otherwise a neutral sentence replaces it.
 * @returns null if it isn't proven.
 */
export function checkCause(cause: Cause | null, { parts, grounds }: Proven): Cause | null {
  if (cause === null) return null
  const { kind, commit_sha: sha, change_id: changeId } = cause
  const row = sha === null && changeId === null ? undefined : findRow(grounds, cause)
  const isNamed = [sha, changeId].every((name) => name === null || row !== undefined)
  const isAsserted = row === undefined || namesOf(row, cause).some((name) => parts.texts.includes(name))
  if (!isNamed || !isAsserted) return null
  const bound = row === undefined ? parts : joinParts([parts, partsOfRow(row)])
  return { kind, commit_sha: sha, change_id: changeId, mechanism: checkMechanism(cause.mechanism, bound, grounds) }
}

/** Returns the rivals that are changes of the evidence, and replaces reasons that mention anything unbound. */
export function checkRivals(rivals: SessionReport['rivals'], { parts, grounds }: Proven): SessionReport['rivals'] {
  return rivals.flatMap(({ change_id: changeId, why_not: whyNot }) => {
    const row = changesOf(grounds.results).find((change) => change['change_id'] === changeId)
    if (row === undefined) return []
    const isKept = whyNot.trim() !== '' && isTextBound(whyNot, joinParts([parts, partsOfRow(row)]), grounds)
    return [
      {
        change_id: changeId,
        ...(typeof row['title'] === 'string' && { title: row['title'] }),
        why_not: isKept ? whyNot : 'The evidence points elsewhere.',
      },
    ]
  })
}

type Suspects = NonNullable<SessionReport['suspects']>

/**
 * Returns the suspects that are changes of the evidence or "no change". Reasons survive if they are stored with the
 * suspect or bound.
 */
export function checkSuspects(suspects: Suspects, { parts, grounds }: Proven): Suspects {
  return suspects.flatMap((suspect) => {
    const { change_id: changeId, commit_sha: sha } = suspect
    const row = changeId === null && sha === null ? {} : findRow(grounds, { ...suspect, kind: 'other', mechanism: '' })
    if (row === undefined) return []
    const kept = new Set(rankedTexts(grounds.results))
    const bound = joinParts([parts, partsOfRow(row)])
    const isKept = (text: string) => kept.has(text) || isTextBound(text, bound, grounds)
    const title = typeof row['title'] === 'string' ? (row['title'].split('\n')[0] ?? '') : suspect.title
    return [
      {
        ...suspect,
        title: changeId === null && sha === null && !isKept(title) ? 'Something that is not recorded here' : title,
        for: suspect.for.filter(isKept),
        against: suspect.against.filter(isKept),
        next_check: isKept(suspect.next_check) ? suspect.next_check : '',
      },
    ]
  })
}

/** Texts of ranking evidence about the suspects it ranks. */
function rankedTexts(results: ReadonlyMap<string, unknown>): string[] {
  return [...results.values()].flatMap((result) => {
    const suspects = isJsonObject(result) ? result['suspects'] : undefined
    return Array.isArray(suspects) ? suspects.flatMap(textsOf) : []
  })
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsOf)
  return isJsonObject(value) ? Object.values(value).flatMap(textsOf) : []
}

function checkMechanism(mechanism: string, parts: BoundParts, grounds: Grounds): string {
  const isKept = mechanism.trim() !== '' && isTextBound(mechanism, parts, grounds)
  return isKept ? mechanism : fallbackMechanism
}

/** The change that a cause names by id, SHA or both. */
function findRow(grounds: Grounds, { commit_sha: sha, change_id: changeId }: Cause): Row | undefined {
  return changesOf(grounds.results).find((row) => {
    const isChange = changeId === null || row['change_id'] === changeId
    return isChange && (sha === null || shasOf(row).some((each) => isSameSha(each, sha)))
  })
}

function namesOf(row: Row, { commit_sha: sha, change_id: changeId }: Cause): string[] {
  const names = changeId === null ? [] : [changeId]
  return sha === null ? names : [...names, sha, ...shasOf(row)]
}

function shasOf(row: Row): string[] {
  const details = isJsonObject(row['details']) ? row['details'] : {}
  return [row['kind'] === 'commit' ? row['id'] : undefined, details['commit_sha']].filter(
    (sha) => typeof sha === 'string',
  )
}

function isSameSha(stored: string, named: string): boolean {
  return stored === named || (named.length >= shaLengthMin && stored.startsWith(named))
}

/** Changes as the API lists them, from any evidence. */
export function changesOf(results: ReadonlyMap<string, unknown>): Row[] {
  return [...results.values()].flatMap((result) => {
    const changes = isJsonObject(result) ? result['changes'] : undefined
    return Array.isArray(changes) ? changes.filter(isChange) : []
  })
}

function isChange(value: unknown): value is Row {
  return isJsonObject(value) && typeof value['change_id'] === 'string'
}
