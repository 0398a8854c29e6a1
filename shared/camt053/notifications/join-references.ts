import type { BankEntry } from '../bank-entry/bank-entry.ts'
import { realReference } from '../repeats/bank-references.ts'

/** What names a booking in a bank statement and in a notification alike. NtryRef does not: it repeats every day. */
export type JoinReferences = {
  /** AcctSvcrRef of the bank entry, or the one that all of its transactions have. */
  readonly servicer: string | null
  readonly batches: readonly BatchReference[]
}
type BatchReference = { readonly msg_id: string | null; readonly pmt_inf_id: string | null }

/** More than a booking ever has; a hostile file has no more of them compared. */
const MOST_BATCHES = 20

export function joinReferencesOf({ acct_svcr_ref, batch, tx_details }: BankEntry): JoinReferences {
  const shared = {
    msg_id: sharedReference(tx_details.map(({ msg_id }) => msg_id)),
    pmt_inf_id: sharedReference(tx_details.map(({ pmt_inf_id }) => pmt_inf_id)),
  }
  const told = batch.slice(0, MOST_BATCHES).map(({ msg_id, pmt_inf_id }) => {
    return { msg_id: realReference(msg_id), pmt_inf_id: realReference(pmt_inf_id) }
  })
  const batches = [...told, shared].filter(({ msg_id, pmt_inf_id }) => msg_id !== null || pmt_inf_id !== null)
  return {
    servicer: realReference(acct_svcr_ref) ?? sharedReference(tx_details.map((tx) => tx.acct_svcr_ref)),
    batches: [...new Map(batches.map((one) => [JSON.stringify([one.msg_id, one.pmt_inf_id]), one])).values()],
  }
}

/** What stands in all transactions is said of the booking. */
function sharedReference(references: readonly (string | null)[]): string | null {
  const real = new Set(references.map(realReference))
  const [only = null] = real
  return real.size === 1 ? only : null
}

/** Whether both name one booking: by AcctSvcrRef where both have one, else by their batch. */
export function nameOneBooking(a: JoinReferences, b: JoinReferences): boolean {
  if (a.servicer !== null && b.servicer !== null) return a.servicer === b.servicer
  return a.batches.some((one) => b.batches.some((other) => isSameBatch(one, other)))
}

function isSameBatch(a: BatchReference, b: BatchReference): boolean {
  const compared = [compare(a.pmt_inf_id, b.pmt_inf_id), compare(a.msg_id, b.msg_id)]
  return compared.includes(true) && !compared.includes(false)
}

/** @returns null where one of them says nothing */
function compare(a: string | null, b: string | null): boolean | null {
  return a === null || b === null ? null : a === b
}

/** Two references that name one booking have one of these in common. */
export function joinKeysOf({ servicer, batches }: JoinReferences): string[] {
  const ofBatches = batches.flatMap(({ msg_id, pmt_inf_id }) => [
    ...(msg_id === null ? [] : [`message ${msg_id}`]),
    ...(pmt_inf_id === null ? [] : [`payments ${pmt_inf_id}`]),
  ])
  return [...new Set([...(servicer === null ? [] : [`servicer ${servicer}`]), ...ofBatches])]
}
