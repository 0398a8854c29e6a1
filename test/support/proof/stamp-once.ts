import { stampLedgers } from '../../../shared/proof/stamp-ledgers.ts'
import type { Pool } from '../../../shared/store/db/database.ts'
import { openTestAuthority } from './test-authority.ts'

/** Stamps all ledgers of a database, by an authority that is there for this only. @returns the certificate to trust */
export async function stampOnce(pool: Pool) {
  const { ca, url, close } = await openTestAuthority()
  try {
    await stampLedgers({ pool, config: { timestamp_url: url, timestamp_ca_file: null } })
  } finally {
    await close()
  }
  return ca
}
