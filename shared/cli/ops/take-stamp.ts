import type { Deps } from '../../deps/deps.ts'
import { stampLedgers } from '../../proof/stamp-ledgers.ts'

/** Stamps the ledgers now. */
export async function takeStamp(deps: Deps, { json }: { json?: boolean }): Promise<void> {
  if (deps.config.timestamp_url === null)
    throw new Error('Nothing can be stamped: TIMESTAMP_URL names no timestamp authority.')
  const stamp = await stampLedgers(deps)
  if (json) console.log(JSON.stringify(stamp))
  else if (stamp === null) console.log('No ledger has grown since its last stamp; nothing was stamped.')
  else console.log(`${stamp.ledgers} ledgers are stamped at ${stamp.stamped_at}; ${stamp.grown} of them have grown`)
}
