import { startService, stopService } from './service.ts'

export async function mochaGlobalSetup() {
  await startService()
}

export async function mochaGlobalTeardown() {
  await stopService()
}
