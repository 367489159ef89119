/** What the kernel says of a group of processes; what it does not say is undefined. */
export interface CgroupUsage {
  /** Processor time since the group was made. */
  cpuSeconds: number | undefined
  /** Time in which it wanted to run and its limit did not let it. */
  throttledSeconds: number | undefined
  /** Undefined without a limit, as with the next. */
  cpuLimitCores: number | undefined
  memoryLimitBytes: number | undefined
  /** Memory that cannot be taken back by dropping files from the cache. */
  workingSetBytes: number | undefined
  rssBytes: number | undefined
  oomKills: number | undefined
}

/** The groups of processes of this machine, in one of the kernel's two layouts. */
export interface CgroupTree {
  version: 1 | 2
  /** Folder to walk through to find all groups. */
  root: string
  /** @param path Relative to the root. */
  read(path: string): Promise<CgroupUsage>
  /** A process of the group; undefined when it has none. */
  findProcess(path: string): Promise<number | undefined>
}
