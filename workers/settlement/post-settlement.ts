import assert from 'node:assert/strict'
import { postSettlement } from '../../shared/accounting/settlement/allocation-posting.ts'
import { moneyEntryOfSettlement } from '../../shared/accounting/settlement/money-entry.ts'
import { markSettlementPosted, releaseSettlement } from '../../shared/store/settlement/change-settlements.ts'
import { givenBackBySettlement } from '../../shared/store/settlement/given-back.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import { findSettlement, type SettlementRow } from '../../shared/store/settlement/settlements.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { postReversal } from '../journal/post-reversal.ts'
import { findNotToGiveBack } from './find-not-to-give-back.ts'
import { inBaseCurrency, postLegs } from './post-legs.ts'
import { taxesOfItems } from './taxes-of-items.ts'

/** Books the settlement of a payable: the amount that the bank moved, against the book value of the payable. */
export async function postSettlementIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(context, intent)
  const money = { ...moneyEntryOfSettlement(settlement), vat_period: intent.request.vat_period }
  const { bank_base_minor } = settlement
  const bank =
    bank_base_minor === null
      ? await inBaseCurrency(context, money, settlement.amount_minor)
      : { base_minor: bank_base_minor }
  if ('blockers' in bank) return { blockers: bank.blockers }
  const { supplier_payable_id: open_item_id, amount_minor } = settlement
  const found = await taxesOfItems(context, money, [{ open_item_id, amount_minor }])
  if ('blockers' in found) return found
  const payable = { ...settlement, base_minor: settlement.base_amount_minor, tax: found.taxes.get(open_item_id) }
  const code = settlement.terms?.account_code
  const legs = postSettlement(payable, bank.base_minor, code === undefined ? undefined : { code })
  const result = await postLegs(context, money, legs)
  if ('entry' in result) await markSettlementPosted(context.tx, settlement, result.entry.journal_entry_id)
  return result
}

export async function reverseSettlementIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(context, intent)
  const result = await postReversal(context, intent)
  const blockers = await findNotToGiveBack(context.tx, intent.end_customer_id, givenBackBySettlement(settlement))
  if (blockers.length > 0) return { blockers }
  if ('entry' in result) await releaseSettlement(context.tx, settlement, result.entry.journal_entry_id)
  return result
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow): Promise<SettlementRow> {
  const settlement = await findSettlement(tx, subject_id, [end_customer_id])
  assert(settlement, 'an intent is there together with its settlement')
  return settlement
}
