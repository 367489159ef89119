import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import { createCancelCommand, createListCommand, createRecordCommand, createShowCommand } from './session-list.js'
import { createStartCommand, createWatchCommand } from './session-watch.js'

/** `signalbox sessions`: what the investigator does. */
export function createSessionsCommand(environment: CliEnvironment): Command {
  return new Command('sessions')
    .summary('start, list, show, watch and cancel investigations')
    .description('Agent sessions: investigations and watched deployments.')
    .addCommand(createListCommand(environment))
    .addCommand(createShowCommand(environment))
    .addCommand(createStartCommand(environment))
    .addCommand(createWatchCommand(environment))
    .addCommand(createCancelCommand(environment))
    .addCommand(createRecordCommand(environment))
}
