import type { ReversalRequest } from '../../../shared/contract/facts/source-facts.ts'
import { ApiError } from '../../../shared/contract/platform/errors.ts'
import { publicId, uuidOf } from '../../../shared/process/ids.ts'
import type { Tx } from '../../../shared/store/db/database.ts'
import { lockLedgers } from '../../../shared/store/journal/ledger-heads.ts'
import { findUsesOfItem } from '../../../shared/store/open-items/open-items-of-facts.ts'
import { releaseSettlement } from '../../../shared/store/settlement/change-settlements.ts'
import { findDoubtedSettlement } from '../../../shared/store/settlement/doubted-settlements.ts'
import { givenBackBySettlement } from '../../../shared/store/settlement/given-back.ts'
import { lockSubjects } from '../../../shared/store/settlement/lock-subjects.ts'
import { findSettlement, type SettlementRow } from '../../../shared/store/settlement/settlements.ts'
import type { ApiDeps } from '../../http/api-deps.ts'
import type { MutatingRequest } from '../../http/endpoint.ts'
import { giveUpDraft } from '../give-up-draft.ts'
import { presentAfter } from '../present-after.ts'
import { requestReversal, requireReversible } from '../request-reversal.ts'
import { requireUnusedLines } from '../require-unused.ts'
import { inUse, requireRoom, requireWorth } from '../require-worth.ts'
import { presentSettlement } from './present-settlement.ts'

/** Undoes a settlement. A draft is cancelled at once and books nothing; a posted one is reversed by the worker. */
export async function reverseSettlement(tx: Tx, deps: ApiDeps, request: MutatingRequest<ReversalRequest>) {
  const { end_customer_id, params } = request
  const id = uuidOf('supplier_payable_settlement', params.settlement_id ?? '')
  const payable_id = uuidOf('supplier_payable', params.supplier_payable_id ?? '')
  // The ledger first: while it is held, no worker posts the settlement.
  await lockLedgers(tx, [end_customer_id])
  const locked = await lockSubjects(tx, end_customer_id, id ? [id] : [])
  const settlement = id && (await findSettlement(tx, id, [end_customer_id]))
  if (!id || !settlement || settlement.supplier_payable_id !== payable_id)
    throw new ApiError('not_found', 'There is no such settlement of this payable.')
  const given = givenBackBySettlement(settlement)
  if (settlement.state !== 'reversed') await requireWorth(tx, end_customer_id, given)
  if (settlement.state === 'draft') {
    const draft = { end_customer_id, subject_type: 'supplier_payable_settlement', subject_id: id } as const
    const release = () => releaseSettlement(tx, settlement, null)
    await giveUpDraft(tx, deps, draft, locked, { given, release, event_type: 'settlement.reversed' })
  } else {
    requireReversible('settlement', settlement.state, settlement.intents)
    await requireRoom(tx, end_customer_id, given)
    await requireUnusedLines(tx, { end_customer_id, subject_id: id })
    await requireUnusedAdvance(tx, settlement)
    await requestReversal(tx, deps, request, 'settlement_reversal', { end_customer_id, subject_id: id })
  }
  return presentAfter(tx, deps, (db) => findDoubtedSettlement(db, id, [end_customer_id]), presentSettlement)
}

/** @throws ApiError state_conflict where something has used the advance that the settlement has opened */
async function requireUnusedAdvance(tx: Tx, { end_customer_id, settlement_id, terms }: SettlementRow): Promise<void> {
  if (terms?.advance_minor === undefined) return
  const uses = await findUsesOfItem(tx, end_customer_id, settlement_id)
  if (uses.length === 0) return
  const ids = uses.map(({ kind, id }) => publicId(kind, id)).join(', ')
  throw inUse(`Reverse first what uses the advance that it has opened: ${ids}.`)
}
