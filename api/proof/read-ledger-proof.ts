import { ApiError } from '../../shared/contract/platform/errors.ts'
import type { LedgerProofQuery } from '../../shared/contract/proof/ledger-proof.ts'
import { publicId } from '../../shared/process/ids.ts'
import { textOfLedger } from '../../shared/proof/tree/leaves.ts'
import { findWayOfEntry, type WayOfEntry } from '../../shared/proof/way-of-entry.ts'
import { findStampedPart, findStampOfEntry, type StampOfLedger } from '../../shared/store/proof/time-stamps.ts'
import type { ApiDeps } from '../http/api-deps.ts'
import type { ReadRequest } from '../http/endpoint.ts'

/** The way of an entry to the first stamp that covers it. */
export async function readLedgerProof({ pool, config }: ApiDeps, { query }: ReadRequest<LedgerProofQuery>) {
  const { end_customer_id, entry_number } = query
  const stamp = await findStampOfEntry(pool, end_customer_id, BigInt(entry_number))
  if (!stamp) {
    const part = await findStampedPart(pool, end_customer_id)
    throw reasonWithout(entry_number, part, config.timestamp_url !== null)
  }
  const way = await findWayOfEntry(pool, end_customer_id, entry_number, Number(stamp.entries))
  if (way?.root !== stamp.root) throw differs(stamp)
  return presentLedgerProof(stamp, entry_number, way)
}

type StampedPart = Awaited<ReturnType<typeof findStampedPart>>

function reasonWithout(entry_number: number, part: StampedPart, has_authority: boolean): ApiError {
  if (part === null || part.entries < entry_number) {
    const message = `There is no entry ${entry_number} in this ledger.`
    return new ApiError('not_found', message, [{ pointer: '/entry_number', code: 'not_found', message }])
  }
  const covered = part.stamped_entries === 0n ? 'none of its entries' : `entries 1 to ${part.stamped_entries}`
  const remedy = has_authority
    ? 'Ask again tomorrow: ledgers are stamped each day.'
    : 'This service has no timestamp authority (TIMESTAMP_URL).'
  const message = `No stamp covers entry ${entry_number} yet: stamps of this ledger cover ${covered}. ${remedy}`
  return new ApiError('state_conflict', message, [{ pointer: '/entry_number', code: 'not_stamped', message }])
}

/** Somebody has changed what was stamped. */
function differs({ entries, stamped_at }: StampOfLedger): ApiError {
  const message = `Entries 1 to ${entries} are not those that were stamped at ${stamped_at}. Have the operator run ops verify.`
  return new ApiError('state_conflict', message, [{ pointer: '/entry_number', code: 'stamp_contradicted', message }])
}

function presentLedgerProof(stamp: StampOfLedger, entry_number: number, way: WayOfEntry) {
  const { end_customer_id, root, leaf_index, path, ledgers, stamp_root, stamped_at } = stamp
  const entries = Number(stamp.entries)
  return {
    object: 'ledger_proof',
    end_customer_id,
    entry_number,
    entry_hash: way.entry_hash,
    ledger: { entries, leaf_index: entry_number - 1, path: way.path, root },
    stamped_tree: {
      leaf: textOfLedger({ end_customer_id, entries, root }),
      ledgers,
      leaf_index,
      path,
      root: stamp_root,
    },
    stamp: { id: publicId('time_stamp', stamp.stamp_id), stamped_at, token: stamp.token.toString('base64') },
  }
}
