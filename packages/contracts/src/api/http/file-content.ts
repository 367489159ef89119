import type { Readable } from 'node:stream'
import { Type } from 'typebox'

/** Bytes that are read while they are sent. Whoever is given the stream ends or destroys it. */
export interface FileStream {
  byteLength: number
  stream: Readable
}

/** A file as the answer of a route, instead of JSON. It is always sent for saving, never for showing. */
export class FileContent {
  /** As the sender named it: any text. What serves it makes it safe. */
  readonly name: string
  /** Media type as the sender stated it, perhaps empty. */
  readonly contentType: string
  readonly bytes: Uint8Array | FileStream

  constructor(file: { name: string; contentType: string; bytes: Uint8Array | FileStream }) {
    this.name = file.name
    this.contentType = file.contentType
    this.bytes = file.bytes
  }
}

/** Response of a route whose handler answers `FileContent`. */
export const FileBytes = Type.Unsafe<FileContent>({ contentMediaType: 'application/octet-stream' })
