/** A tool as people read it: `collect_facts` is `collect facts`, a step without one is `reason`. */
export function nameTool(tool: string | null): string {
  return tool?.replaceAll('_', ' ') ?? 'reason'
}
