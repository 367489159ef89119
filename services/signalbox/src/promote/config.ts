import { defineConfig, kafkaSettings, type ConfigOf } from '@signalbox/service-kit'
import { signalboxSettings } from '../config.js'

/** Settings of the old installation in one process, and of the stores of the new one. */
export const promoteSettings = defineConfig({ ...signalboxSettings, ...kafkaSettings })
export type PromoteConfig = ConfigOf<typeof promoteSettings>
