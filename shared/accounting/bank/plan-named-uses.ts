import { amountInWords } from '../amounts/decimal.ts'
import type { JournalVoucher } from '../documents/accounting-document.ts'
import type { BankEntryFinding } from '../documents/bank-entry-finding.ts'
import type { VoucherBankEntry } from '../documents/voucher-bank-entry.ts'
import { accountFor, type PostingSettings } from '../setup/posting-settings.ts'
import type { PlannedUse } from './bank-entry-state.ts'
import { type BankLine, bankAccountKeys, bankLinesOf, leftOn, linesForBankEntry, takeFromLines } from './bank-lines.ts'
import { type Claim, claimOf } from './claim.ts'
import type { FindNamed, UsePlan } from './use-plan.ts'
import { findUsedUntilLater } from './used-until-later.ts'

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
  const wanted = claims.map((claim, index) => ({ ...claim, pointer: `/payload/bank_entries/${index}` }))
  const early = findUsedUntilLater(wanted, voucher.business_date)
  if (early.length > 0) return { uses: [], findings: early }
  return { uses: claims.flatMap((claim) => usesOf(claim, lines, settings, voucher.business_date)), findings: [] }
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
    const message = `The bank entries are ${amountInWords(used('CRDT') - used('DBIT'), currency)}, the voucher moves ${amountInWords(moved('CRDT') - moved('DBIT'), currency)} on account ${account_code} (money that came in is positive).`
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
