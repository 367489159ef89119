/**
 * A text together with its JSON form. Both are concatenated from pieces, so recurring pieces such as stacks are escaped
 * only once.
 */
export class WrittenText {
  readonly text: string
  /** The part between the quotes. */
  readonly inJson: string

  constructor(text: string, inJson = JSON.stringify(text).slice(1, -1)) {
    this.text = text
    this.inJson = inJson
  }

  /** Appends others. */
  plus(...others: readonly WrittenText[]): WrittenText {
    let { text, inJson } = this
    for (const other of others) {
      text += other.text
      inJson += other.inJson
    }
    return new WrittenText(text, inJson)
  }
}
