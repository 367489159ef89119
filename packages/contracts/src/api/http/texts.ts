import { Type, type TStringOptions } from 'typebox'
import { limits } from '../../limits.js'
import { unstorable } from '../../validate.js'

/** Request fields that several control plane resources share. */

/** A text that people write and the control plane stores: without NUL and unpaired surrogates. */
export const WrittenText = (options: TStringOptions) => Type.String({ ...options, not: unstorable })

/** A display name: 1 to 200 characters, not blank. */
export const NameText = (description: string) =>
  WrittenText({ minLength: 1, maxLength: limits.text.nameLengthMax, pattern: '\\S', description })

/** A text for people or models. The schema limits characters; the route limits bytes, which may be more. */
export const PromptText = (description: string) =>
  WrittenText({
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

/** Free-form JSON, stored as is. */
export const FreeObject = (description: string) => Type.Unsafe<Record<string, unknown>>({ type: 'object', description })
