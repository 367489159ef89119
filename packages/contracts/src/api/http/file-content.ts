import type { Readable } from 'node:stream'
import { Type } from 'typebox'

/** Bytes that are read while they are sent. The consumer must end or destroy the stream. */
export interface FileStream {
  byteLength: number
  stream: Readable
}

/** A response with a file instead of JSON. It is always sent as an attachment, never for display. */
export class FileContent {
  /** As given by the sender, unvalidated. The server sanitizes it. */
  readonly name: string
  /** Media type as declared by the sender; may be empty. */
  readonly contentType: string
  readonly bytes: Uint8Array | FileStream

  constructor(file: { name: string; contentType: string; bytes: Uint8Array | FileStream }) {
    this.name = file.name
    this.contentType = file.contentType
    this.bytes = file.bytes
  }
}

/** Response of a route whose handler returns `FileContent`. */
export const FileBytes = Type.Unsafe<FileContent>({ contentMediaType: 'application/octet-stream' })
