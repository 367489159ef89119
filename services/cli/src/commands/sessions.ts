import { Command } from 'commander'
import type { CliEnvironment } from '../environment.js'
import {
  createCancelCommand,
  createExportCommand,
  createListCommand,
  createReplayCommand,
  createShowCommand,
} from './session-list.js'
import { createConfirmCommand, createCorrectCommand } from './session-review.js'
import { createStartCommand, createWatchCommand } from './session-watch.js'

/** `signalbox sessions`: investigations by the agent. */
export function createSessionsCommand(environment: CliEnvironment): Command {
  return new Command('sessions')
    .summary('Start, list, show, watch, review and replay investigations')
    .description('Manage agent sessions: investigations and monitored deployments')
    .addCommand(createListCommand(environment))
    .addCommand(createShowCommand(environment))
    .addCommand(createStartCommand(environment))
    .addCommand(createWatchCommand(environment))
    .addCommand(createCancelCommand(environment))
    .addCommand(createConfirmCommand(environment))
    .addCommand(createCorrectCommand(environment))
    .addCommand(createExportCommand(environment))
    .addCommand(createReplayCommand(environment))
}
