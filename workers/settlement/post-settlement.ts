import assert from 'node:assert/strict'
import { postSettlement } from '../../shared/accounting/settlement/allocation-posting.ts'
import type { Json } from '../../shared/canonical/canonical-json.ts'
import { hashOf } from '../../shared/canonical/hash.ts'
import { markSettlementPosted, releaseSettlement } from '../../shared/store/settlement/change-settlements.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import { findSettlement, type SettlementRow } from '../../shared/store/settlement/settlements.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { reversalOf } from '../journal/reversal-entry.ts'
import { entryOfLegs, inBaseCurrency, type MoneyEntry } from './entry-of-legs.ts'

/** Books the settlement of a payable: what the bank moved, against the value at which the payable stands in the books. */
export async function postSettlementIntent(posting: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(posting, intent)
  const own = describe(settlement)
  const { bank_base_minor } = settlement
  const bank =
    bank_base_minor === null
      ? await inBaseCurrency(posting, own, settlement.amount_minor)
      : { base_minor: bank_base_minor }
  if ('blockers' in bank) return { blockers: bank.blockers }
  const legs = postSettlement({ ...settlement, base_minor: settlement.base_amount_minor }, bank.base_minor)
  const carried = await entryOfLegs(posting, own, legs)
  if ('entry' in carried) await markSettlementPosted(posting.tx, settlement, carried.entry.journal_entry_id)
  return carried
}

export async function reverseSettlementIntent(posting: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(posting, intent)
  const carried = await reversalOf(posting, intent)
  if ('entry' in carried) await releaseSettlement(posting.tx, settlement, carried.entry.journal_entry_id)
  return carried
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow): Promise<SettlementRow> {
  const settlement = await findSettlement(tx, subject_id, [end_customer_id])
  assert(settlement, 'an intent is there together with its settlement')
  return settlement
}

function describe(settlement: SettlementRow): MoneyEntry {
  const { end_customer_id, settlement_id, supplier_payable_id, evidence_sha256, bank_reference } = settlement
  const request = {
    supplier_payable_id,
    settlement_date: settlement.settlement_date,
    amount_minor: String(settlement.amount_minor),
    currency: settlement.currency,
    bank_reference,
    evidence_sha256,
    reviewer_justification: settlement.reviewer_justification,
  }
  const request_hash = hashOf(request)
  const source_snapshot: Json = {
    request,
    request_hash,
    evidence_hashes: {
      attachment_hashes: [],
      evidence_link_hashes: evidence_sha256 === null ? [] : [evidence_sha256],
      source_hash: evidence_sha256 ?? request_hash,
      source_payload_hash: request_hash,
    },
  }
  return {
    end_customer_id,
    source_type: 'supplier_payable_settlement',
    source_id: settlement_id,
    source_snapshot,
    posting_date: settlement.settlement_date,
    description: [`Zahlung an ${settlement.supplier_name}`, bank_reference].filter(Boolean).join(' '),
    currency: settlement.currency,
    bank_account: settlement.bank_account,
    actor_id: settlement.actor_id,
    request_id: settlement.request_id,
  }
}
