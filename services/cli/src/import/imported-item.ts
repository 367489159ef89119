/** The import result of one object. */
export interface ImportedItem {
  kind: 'project' | 'key' | 'member' | 'issue'
  name: string
  /** `create` means that a dry run would have created it. */
  outcome: 'created' | 'create' | 'there already' | 'not taken'
  /** Where to find it, or why it was not imported. */
  detail: string
}
