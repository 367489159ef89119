/** What became of one thing of the other server. */
export interface ImportedItem {
  kind: 'project' | 'key' | 'member' | 'issue'
  name: string
  /** `create` is what a dry run would have taken. */
  outcome: 'created' | 'create' | 'there already' | 'not taken'
  /** Where to find it, or why it was not taken. */
  detail: string
}
