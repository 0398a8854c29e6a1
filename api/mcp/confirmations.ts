import { LRUCache } from 'lru-cache'
import { hashOf } from '../../shared/canonical/hash.ts'

/** Whoever approves a call has the trial before his eyes, and the books of then. */
const SERVES_MS = 15 * 60 * 1_000
const MOST = 1_000

type TriedBody = { readonly operation: string; readonly body: unknown }
export type ShownTrial = TriedBody & { readonly trial: unknown }
export type Confirmation = { readonly confirmation: string; readonly expires_at: string }

/** What this process has shown of dry runs: each confirmation stands for one operation, one body and one trial, for a while. */
export type Confirmations = ReturnType<typeof openConfirmations>

/** @param now in milliseconds */
export function openConfirmations(now: () => number = Date.now) {
  const given = new Map<string, { readonly of: string; readonly end: number }>()
  return {
    give(shown: ShownTrial): Confirmation {
      const confirmation = hashOfShown(shown)
      given.delete(confirmation) // the order is that of their ends
      if (given.size >= MOST) for (const oldest of [...given.keys()].slice(0, 1)) given.delete(oldest)
      const end = now() + SERVES_MS
      given.set(confirmation, { of: hashOfBody(shown), end })
      return { confirmation, expires_at: new Date(end).toISOString() }
    },
    serves(confirmation: string, asked: TriedBody): boolean {
      const { of, end } = given.get(confirmation) ?? { of: '', end: 0 }
      return of === hashOfBody(asked) && end > now()
    },
  }
}

/** What was recorded with which confirmation, the latest ones. */
export function openRecorded() {
  const recorded = new LRUCache<string, string>({ max: MOST })
  return {
    keep(key: string, confirmation: string): void {
      recorded.set(key, confirmation)
    },
    has: (key: string, confirmation: string): boolean => recorded.get(key) === confirmation,
  }
}

export function hashOfBody({ operation, body }: TriedBody): string {
  return hashOf([operation, (body ?? null) as object as Record<string, never>])
}

/** Those that differ in a member have another one. */
export function hashOfShown({ operation, body, trial }: ShownTrial): string {
  return hashOf([operation, (body ?? null) as object as Record<string, never>, trial as Record<string, never>])
}
