import type { PlacedHash } from '../store/proof/subtrees.ts'
import type { StampOfLedger } from '../store/proof/time-stamps.ts'
import type { Report } from './verify-chain.ts'
import type { StampsOfLedger } from './verify-stamps.ts'

type ExportedRow = Readonly<Record<string, unknown>>
type LedgerRow = Pick<StampOfLedger, 'end_customer_id' | 'stamp_id' | 'root' | 'leaf_index' | 'path'> & {
  entries: number
}
type StampRow = { stamp_id: string; root: string; ledgers: number; token: string; stamped_at: string }

/** Collects the stamps among the rows of an export. */
export function collectStamps() {
  const ledgers: LedgerRow[] = []
  const stamps = new Map<string, StampRow>()
  const subtrees: PlacedHash[] = []
  return {
    take(table: string, row: ExportedRow): void {
      if (table === 'stamped_ledgers') ledgers.push(row as LedgerRow)
      if (table === 'time_stamps') stamps.set(String(row.stamp_id), row as StampRow)
      if (table === 'ledger_subtrees') subtrees.push({ ...(row as PlacedHash), position: BigInt(String(row.position)) })
    },
    all(report: Report): StampsOfLedger {
      const found = ledgers.flatMap(({ entries, ...ledger }): StampOfLedger[] => {
        const stamp = stamps.get(ledger.stamp_id)
        if (!stamp) {
          report('a stamped ledger has its stamp', `entries 1 to ${entries}`, `stamp ${ledger.stamp_id}`, 'nothing')
          return []
        }
        const { root, token, ...its } = stamp
        return [{ ...ledger, ...its, entries: BigInt(entries), stamp_root: root, token: bytesOf(token) }]
      })
      return { stamps: found.sort((a, b) => Number(a.entries - b.entries)), subtrees }
    },
  }
}

/** As PostgreSQL writes a bytea in JSON. */
function bytesOf(text: string): Buffer {
  return Buffer.from(text.replace(/^\\x/, ''), 'hex')
}
