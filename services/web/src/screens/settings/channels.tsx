import type { NotificationChannel } from '@signalbox/contracts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { explainError } from '../../api/explain.js'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Button } from '../../parts/controls/button.js'
import { ConfirmButton } from '../../parts/form/confirm-button.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { Status } from '../../parts/status/status.js'
import { Ago } from '../../parts/time/ago.js'
import { channelForms, noticeTexts } from './channel-fields.js'
import { NewChannel } from './new-channel.js'
import { Card } from './settings-page.js'
import styles from './settings.module.css'

/** Destinations of a project's notifications. */
export function Channels({ projectId }: { projectId: string }) {
  const query = useQuery(apiQuery('listNotificationChannels', { params: { project_id: projectId } }))
  return (
    <>
      <Answered query={query} what="such project">
        {({ channels }) =>
          channels.length === 0 ? (
            <Card title="Channels">
              <Empty title="No notification channels yet.">Add one to send new issues and alerts to your team.</Empty>
            </Card>
          ) : (
            channels.map((channel) => <ChannelCard key={channel.id} channel={channel} />)
          )
        }
      </Answered>
      <NewChannel projectId={projectId} />
    </>
  )
}

/** The first form field that is not secret. */
function destinationOf(channel: NotificationChannel): string {
  const settings = new Map<string, unknown>(Object.entries(channel))
  const told = channelForms[channel.kind].fields.filter(({ type }) => type !== 'password')
  return told.map(({ name }) => settings.get(name)).find((value) => typeof value === 'string') ?? '–'
}

function ChannelCard({ channel }: { channel: NotificationChannel }) {
  const { id, project_id: projectId, name, kind, is_active: isActive, fault, events } = channel
  const params = { project_id: projectId, channel_id: id }
  const cache = useQueryClient()
  const permission = usePermission('projects:write')
  const refresh = () => cache.invalidateQueries({ queryKey: ['listNotificationChannels'] })
  const turn = useMutation({
    mutationFn: () => api.call('changeNotificationChannel', { params, body: { is_active: !isActive } }),
    onSettled: refresh,
  })
  const test = useMutation({ mutationFn: () => api.call('testNotificationChannel', { params }), onSettled: refresh })
  const failed = turn.error ?? test.error
  const isBad = failed !== null || test.data?.delivered === false
  return (
    <Card
      title={name}
      note={
        <>
          {channelForms[kind].name} ·{' '}
          <Status tone={!isActive ? 'idle' : fault === null ? 'ok' : 'bad'}>
            {!isActive ? 'Off' : fault === null ? 'On' : 'Failing'}
          </Status>
        </>
      }
    >
      <div className={styles['body']}>
        <dl className={styles['facts']}>
          <dt>Destination</dt>
          <dd>{destinationOf(channel)}</dd>
          <dt>Events</dt>
          <dd>{events.map((event) => noticeTexts[event]).join(', ')}</dd>
          <dt>Last delivered</dt>
          <dd>{channel.last_success_at === null ? 'never' : <Ago at={channel.last_success_at} />}</dd>
          {fault !== null && (
            <>
              <dt>Error</dt>
              <dd className="c-bad">{fault}</dd>
            </>
          )}
        </dl>
        <div className="row wrap">
          <Button permission={permission} disabled={test.isPending} onClick={() => test.mutate()}>
            Send test
          </Button>
          <Button permission={permission} disabled={turn.isPending} onClick={() => turn.mutate()}>
            {isActive ? 'Turn off' : 'Turn on'}
          </Button>
          <ConfirmButton
            text="Delete"
            what={`Delete the channel “${name}”`}
            permission={permission}
            run={async () => {
              await api.call('deleteNotificationChannel', { params })
              await refresh()
            }}
          >
            Queued notifications for this channel are deleted too.
          </ConfirmButton>
        </div>
        <p className={`${styles['said'] ?? ''} ${isBad ? 'c-bad' : 't2'}`} role="status">
          {failed === null
            ? test.data && `${test.data.delivered ? 'Delivered' : 'Not delivered'}: ${test.data.detail}`
            : explainError(failed).text}
        </p>
      </div>
    </Card>
  )
}
