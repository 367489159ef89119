/** The kernel's figures for a cgroup; undefined if not reported. */
export interface CgroupUsage {
  /** CPU time since the cgroup was created. */
  cpuSeconds: number | undefined
  /** Time the cgroup was runnable but throttled by its limit. */
  throttledSeconds: number | undefined
  /** Undefined without a limit; so is the next. */
  cpuLimitCores: number | undefined
  memoryLimitBytes: number | undefined
  /** Memory that cannot be reclaimed by evicting cached files. */
  workingSetBytes: number | undefined
  rssBytes: number | undefined
  oomKills: number | undefined
}

/** The cgroups of this machine, in either of the kernel's two layouts. */
export interface CgroupTree {
  version: 1 | 2
  /** Root folder for finding all cgroups. */
  root: string
  /** @param path relative to the root. */
  read(path: string): Promise<CgroupUsage>
  /** A process of the cgroup; undefined if it has none. */
  findProcess(path: string): Promise<number | undefined>
}
