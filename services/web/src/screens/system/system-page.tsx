import { useQuery } from '@tanstack/react-query'
import { apiQuery, liveMs } from '../../api/queries.js'
import { Screen } from '../../frame/screen.js'
import { Answered } from '../../parts/states/answered.js'
import { DiskCard } from './disk-card.js'
import { LedgerCard } from './ledger-card.js'
import { AttentionCard } from './attention-card.js'
import { ComponentsCard } from './components-card.js'
import { PipelineCard } from './pipeline-card.js'
import { Skeleton } from '../../parts/states/skeleton.js'
import styles from './system.module.css'

const historyMs = 60_000

/** The installation's own health: outcomes, storage delay, disk space, processes, backups. */
export function SystemPage() {
  const query = useQuery({ ...apiQuery('readSystem', {}), refetchInterval: liveMs })
  const history = useQuery({ ...apiQuery('readSystemHistory', {}), refetchInterval: historyMs })
  const samples = history.data?.samples ?? []
  return (
    <Screen title="System" freshness={query} hasProject={false}>
      <div className={`in-order ${styles['page'] ?? ''}`}>
        <LedgerCard />
        <Answered query={query}>
          {(system) =>
            // Its charts would shift the content below.
            history.isLoading ? (
              <Skeleton />
            ) : (
              <>
                <div className={styles['pair']}>
                  <PipelineCard pipeline={system.pipeline} samples={samples} />
                  <DiskCard processes={system.processes} samples={samples} />
                </div>
                <div className={styles['pair']}>
                  <ComponentsCard system={system} />
                  <AttentionCard system={system} />
                </div>
              </>
            )
          }
        </Answered>
      </div>
    </Screen>
  )
}
