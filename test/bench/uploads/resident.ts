import { readFileSync } from 'node:fs'
import type { Web } from '../processes.ts'

/** What a process may take beyond what it was, in MB. */
export const MOST_MORE_MB = 100

export function residentMb({ child }: Web, name = 'VmRSS'): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1_024
}
