import { Type } from 'typebox'
import { limits } from '../../limits.js'

/** Fields of requests that several resources of the control plane share. */

/** A name that people read: 1 to 200 characters, not blank. */
export const NameText = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.text.nameLengthMax, pattern: '\\S', description })

/** A text for people or models. Characters are counted here; the route counts the bytes, which may be more. */
export const PromptText = (description: string) =>
  Type.String({
    minLength: 1,
    maxLength: limits.text.promptBytesMax,
    pattern: '\\S',
    description: `${description}; at most ${limits.text.promptBytesMax} bytes of UTF-8`,
  })

export const RepositoryFullName = Type.String({
  maxLength: limits.text.nameLengthMax,
  pattern: '^[^/\\s]+/[^/\\s]+$',
  description: 'Repository as `owner/name`',
})

export const CommitSha = Type.String({ minLength: 1, maxLength: 64, description: 'Commit SHA, full or abbreviated' })

export const UrlText = (description: string) =>
  Type.String({ minLength: 1, maxLength: limits.text.urlLengthMax, description })

/** Free-form JSON that is kept as it came. */
export const FreeObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', description })
