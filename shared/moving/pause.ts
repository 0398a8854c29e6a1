import { StatementTimeoutError } from 'slonik'
import type { Tx } from '../store/db/database.ts'
import { endWhereItSleeps, limitStatements } from '../store/moving/time-limits.ts'

/** For so long an end customer may be kept waiting. */
export type WritePause = {
  /** @throws PauseTooLong */
  check(): void
  /** Has PostgreSQL end a statement that takes as long as all of the pause may. */
  limit(...transactions: readonly Tx[]): Promise<void>
}

class PauseTooLong extends Error {}

export const NO_PAUSE: WritePause = { check() {}, async limit() {} }

/** @param began_at as performance.now() has it */
export function pauseSince(began_at: number, most_ms: number): WritePause {
  if (most_ms === Number.POSITIVE_INFINITY) return NO_PAUSE
  return {
    check() {
      if (performance.now() - began_at > most_ms) throw new PauseTooLong()
    },
    async limit(...transactions) {
      for (const tx of transactions) {
        await endWhereItSleeps(tx, most_ms + 10_000)
        await limitStatements(tx, most_ms)
      }
    },
  }
}

export function isPauseTooLong(error: unknown): boolean {
  return error instanceof PauseTooLong || error instanceof StatementTimeoutError
}
