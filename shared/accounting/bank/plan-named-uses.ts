import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { VoucherBankEntry } from '../documents/voucher-bank-entry.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import type { PlannedUse, UsableBankEntry } from './bank-entry-state.ts'
import { type BankLine, bankAccountKeys, bankLinesOf, leftOn, linesForBankEntry, takeFromLines } from './bank-lines.ts'
import { exhausted, type FindNamed, type UsePlan } from './use-plan.ts'

/** A bank entry that a voucher names, with the amount that it uses of it. */
type Claim = {
  readonly bankEntry: UsableBankEntry
  readonly payment_id: string | null
  readonly amount_minor: bigint
}

/** The bank entries that a voucher names make up exactly what it moves on their ledger accounts. */
export function planNamedUses(
  voucher: JournalVoucher,
  named: readonly VoucherBankEntry[],
  settings: PostingSettings,
  find: FindNamed,
): UsePlan {
  const taken = new Map<string, bigint>()
  const claims: Claim[] = []
  const findings: BankEntryFinding[] = []
  for (const [index, item] of named.entries()) {
    const claim = claimOf(item, `/payload/bank_entries/${index}`, find, taken)
    if ('code' in claim) findings.push(claim)
    else claims.push(claim)
  }
  if (findings.length > 0) return { uses: [], findings }
  const lines = bankLinesOf(voucher)
  const mismatches = findMismatches(voucher, claims, lines, settings)
  if (mismatches.length > 0) return { uses: [], findings: mismatches }
  return { uses: claims.flatMap((claim) => usesOf(claim, lines, settings, voucher.business_date)), findings: [] }
}

/** @param taken what earlier items of the voucher use, by the id of the bank entry or payment; it grows */
function claimOf(
  { named, payment_id, amount }: VoucherBankEntry,
  pointer: string,
  find: FindNamed,
  taken: Map<string, bigint>,
): Claim | BankEntryFinding {
  const bankEntry = find(named)
  const unknown = (message: string) => ({ code: 'bank_entry_unknown' as const, message, pointer })
  if (!bankEntry) return unknown(`There is no bank entry ${named} of this end customer.`)
  if (!bankEntry.is_booked) return unknown(`Bank entry ${bankEntry.public_id} is pending or informational only.`)
  const only = bankEntry.payment_count === 1 ? bankEntry.payments[0] : undefined
  const payment = payment_id === null ? only : bankEntry.payments.find(({ public_id }) => public_id === payment_id)
  if (payment_id !== null && !payment)
    return {
      ...unknown(`Bank entry ${bankEntry.public_id} has no payment ${payment_id}.`),
      pointer: `${pointer}/payment_id`,
    }
  const left = leftOf(bankEntry, payment, taken)
  const amount_minor = amount?.amount_minor ?? left
  const mismatch = findMismatch(bankEntry, payment !== undefined, amount_minor, amount?.currency)
  if (bankEntry.dismissal_reason !== null || left <= 0n || amount_minor > left)
    return exhausted(bankEntry, pointer, left)
  if (mismatch !== null) return { code: 'bank_entry_amount_mismatch', message: mismatch, pointer }
  for (const id of [bankEntry.entry_id, payment?.payment_id])
    if (id) taken.set(id, (taken.get(id) ?? 0n) + amount_minor)
  return { bankEntry, payment_id: payment?.payment_id ?? null, amount_minor }
}

function leftOf(
  { entry_id, amount_minor, used_minor }: UsableBankEntry,
  payment: UsableBankEntry['payments'][number] | undefined,
  taken: ReadonlyMap<string, bigint>,
): bigint {
  const ofEntry = amount_minor - used_minor - (taken.get(entry_id) ?? 0n)
  if (!payment) return ofEntry
  const ofPayment = payment.amount_minor - payment.used_minor - (taken.get(payment.payment_id) ?? 0n)
  return ofPayment < ofEntry ? ofPayment : ofEntry
}

function findMismatch(
  { public_id, payment_count, amount_minor: whole, currency }: UsableBankEntry,
  namesPayment: boolean,
  amount_minor: bigint,
  given_currency: string | undefined,
): string | null {
  if (given_currency !== undefined && given_currency !== currency)
    return `Bank entry ${public_id} is in ${currency}, its amount in ${given_currency}.`
  if (payment_count > 1 && !namesPayment && amount_minor !== whole)
    return `Bank entry ${public_id} has ${payment_count} payments; name one of them, or use the whole ${whole} ${currency}.`
  return null
}

function findMismatches(
  { business_date }: JournalVoucher,
  claims: readonly Claim[],
  lines: readonly BankLine[],
  settings: PostingSettings,
): BankEntryFinding[] {
  const groups = Map.groupBy(claims, ({ bankEntry: { bank_account, currency } }) => {
    const account_code = accountFor(settings, bankAccountKeys(bank_account), business_date)
    return JSON.stringify([account_code ?? `of ${bank_account}`, currency])
  })
  return [...groups].flatMap(([group, claimed]) => {
    const [account_code, currency] = JSON.parse(group) as [string, string]
    const moved = (direction: string) =>
      leftOn(
        lines.filter(
          (line) => line.account_code === account_code && line.currency === currency && line.credit_debit === direction,
        ),
      )
    const used = (direction: string) =>
      claimed
        .filter(({ bankEntry }) => bankEntry.credit_debit === direction)
        .reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
    const [credits, debits] = [moved('CRDT') - used('CRDT'), moved('DBIT') - used('DBIT')]
    // What is left on both sides of the account cancels out within the voucher.
    if (credits === debits && credits >= 0n) return []
    const message = `The bank entries are ${used('CRDT') - used('DBIT')} ${currency}, the voucher moves ${moved('CRDT') - moved('DBIT')} on account ${account_code} (minor units; money that came in is positive).`
    return [{ code: 'bank_entry_amount_mismatch' as const, message, pointer: '/payload/bank_entries' }]
  })
}

function usesOf(
  { bankEntry, payment_id, amount_minor }: Claim,
  lines: readonly BankLine[],
  settings: PostingSettings,
  on_date: string,
): PlannedUse[] {
  const { entry_id } = bankEntry
  const matching = linesForBankEntry(lines, bankEntry, settings, on_date)
  return takeFromLines(matching, amount_minor).map((part) => ({ entry_id, payment_id, ...part }))
}
