import type { Deps } from '../../deps/deps.ts'
import { stampLedgers } from '../../proof/stamp-ledgers.ts'
import { type PrintOptions, printAnswer } from '../print-table.ts'

/** Stamps the ledgers now. */
export async function takeStamp(deps: Deps, options: PrintOptions): Promise<void> {
  if (deps.config.timestamp_url === null)
    throw new Error('Nothing can be stamped: TIMESTAMP_URL names no timestamp authority.')
  const stamp = await stampLedgers(deps)
  const text =
    stamp === null
      ? 'No ledger has grown since its last stamp; nothing was stamped.'
      : `${stamp.ledgers} ledgers are stamped at ${stamp.stamped_at}; ${stamp.grown} of them have grown`
  printAnswer(stamp, text, options)
}
