import assert from 'node:assert/strict'
import { shareOf } from '../../shared/accounting/amounts/share-of.ts'
import { ITEM_USED } from '../../shared/accounting/facts/open-items/open-item-rules.ts'
import { paidMinor, paidOnTop } from '../../shared/accounting/settlement/deductions/deduction-table.ts'
import type { MoneyEntry } from '../../shared/accounting/settlement/entry-of-legs.ts'
import { moneyEntryOfSettlement } from '../../shared/accounting/settlement/money-entry.ts'
import { postSettlement } from '../../shared/accounting/settlement/settlement-posting.ts'
import { publicId } from '../../shared/process/ids.ts'
import { findUsesOfItem } from '../../shared/store/open-items/open-items-of-facts.ts'
import { markSettlementPosted, releaseSettlement } from '../../shared/store/settlement/change-settlements.ts'
import { givenBackBySettlement } from '../../shared/store/settlement/given-back.ts'
import type { IntentRow } from '../../shared/store/settlement/intents.ts'
import { decideReversal } from '../../shared/store/settlement/reversals/decide-reversal.ts'
import { findSettlement, type SettlementRow, settledMinor } from '../../shared/store/settlement/settlements.ts'
import type { IntentContext, IntentResult } from '../intent.ts'
import { deductionsOfItems } from './deductions-of-items.ts'
import { findNotToGiveBack } from './find-not-to-give-back.ts'
import { inBaseCurrency, postLegs } from './post-legs.ts'
import { taxesOfItems } from './taxes-of-items.ts'

/** Books the settlement of a payable: the amount that the bank moved, against the book value of the payable. */
export async function postSettlementIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(context, intent)
  const money = {
    ...moneyEntryOfSettlement({ ...settlement, settled_minor: settledMinor(settlement) }),
    vat_period: intent.request.vat_period,
  }
  const moved = await moneyOf(context, money, settlement)
  if ('blockers' in moved) return { blockers: moved.blockers }
  const { supplier_payable_id: open_item_id, amount_minor, terms } = settlement
  const deductions = terms?.deductions
  const found = await taxesOfItems(context, money, [
    { open_item_id, currency: settlement.currency, paid_minor: paidMinor(amount_minor, deductions) },
  ])
  if ('blockers' in found) return found
  const off = await deductionsOfItems(context, money, [{ open_item_id, deductions }], found.taxes)
  if ('blockers' in off) return off
  const { account_code, base_amount_minor: base_minor } = settlement
  const payable = {
    account_code,
    amount_minor,
    base_minor,
    tax: found.taxes.get(open_item_id),
    deducted: off.deducted.get(open_item_id),
  }
  const result = await postLegs(context, money, postSettlement(payable, moved))
  if ('entry' in result) await markSettlementPosted(context.tx, settlement, result.entry.journal_entry_id, result.lines)
  return result
}

/** The money that a settlement moves, with what the bank keeps of it: at the rate of the day, or as the bank says it. */
async function moneyOf(context: IntentContext, money: MoneyEntry, settlement: SettlementRow) {
  const { bank_base_minor, terms } = settlement
  const code = terms?.account_code
  const account = code === undefined ? ({ role: 'bank' } as const) : { code }
  const charges_minor = paidOnTop('payable', terms?.deductions)
  const settled_minor = settledMinor(settlement)
  const advance_minor = BigInt(terms?.advance_minor ?? 0)
  const advanceOf = (base_minor: bigint) => ({
    amount_minor: advance_minor,
    base_minor: shareOf(base_minor, advance_minor, settled_minor),
  })
  if (bank_base_minor !== null) {
    const charges = { amount_minor: 0n, base_minor: charges_minor }
    const advance = advanceOf(bank_base_minor - charges_minor)
    return { account, amount_minor: settled_minor, base_minor: bank_base_minor, charges, advance }
  }
  const { paid } = terms ?? {}
  const amount_minor = BigInt(paid?.amount_minor ?? settled_minor) + charges_minor
  const bank = await inBaseCurrency(context, paid ? { ...money, currency: paid.currency } : money, amount_minor)
  if ('blockers' in bank) return { blockers: bank.blockers }
  const { base_minor } = bank
  const charges = { amount_minor: charges_minor, base_minor: shareOf(base_minor, charges_minor, amount_minor) }
  const advance = advanceOf(base_minor - charges.base_minor)
  return { account, amount_minor, base_minor, charges, advance, ...(paid && { currency: paid.currency }) }
}

export async function reverseSettlementIntent(context: IntentContext, intent: IntentRow): Promise<IntentResult> {
  const settlement = await read(context, intent)
  const result = await decideReversal(context, intent)
  const given = givenBackBySettlement(settlement)
  const blockers = [
    ...(await findNotToGiveBack(context.tx, intent.end_customer_id, given)),
    ...(await findUsesOfAdvance(context, settlement)),
  ]
  if (blockers.length > 0) return { blockers }
  if ('entry' in result) await releaseSettlement(context.tx, settlement, result.entry.journal_entry_id)
  return result
}

/** Something may have used its advance since the reversal was requested. */
async function findUsesOfAdvance({ tx }: IntentContext, { end_customer_id, settlement_id, terms }: SettlementRow) {
  if (terms?.advance_minor === undefined) return []
  const uses = await findUsesOfItem(tx, end_customer_id, settlement_id)
  return uses.map(({ kind, id }) => {
    const message = `The advance that it has opened is used by ${publicId(kind, id)}.`
    return { ...ITEM_USED, message, pointer: '' }
  })
}

async function read({ tx }: IntentContext, { end_customer_id, subject_id }: IntentRow): Promise<SettlementRow> {
  const settlement = await findSettlement(tx, subject_id, [end_customer_id])
  assert(settlement, 'an intent is there together with its settlement')
  return settlement
}
