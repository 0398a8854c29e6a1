import { type Element, find, findAll, firstText, textOf } from '../element.ts'
import { amountOf, type BankAmount, type Direction, dayOf, directionOf, isTrue, optionalDirection } from '../figures.ts'
import { type AmountDetails, amountDetailsOf } from './amount-details.ts'
import { type Charges, chargesOf } from './charges.ts'
import { type BankTransactionCode, transactionCodeOf } from './transaction-code.ts'
import type { TransactionDetails } from './transaction-details.ts'

/** One bank entry (`Ntry`), in the words of ISO 20022. Amounts are in minor units of their currency. */
export type BankEntry = BankAmount & {
  readonly credit_debit: Direction
  /** BOOK, PDNG, INFO or another code; null where there is none, which counts as booked. */
  readonly status: string | null
  readonly reversal: boolean
  readonly booking_date: string | null
  readonly value_date: string | null
  readonly acct_svcr_ref: string | null
  readonly ntry_ref: string | null
  readonly bank_tx_code: BankTransactionCode | null
  readonly charges: Charges | null
  readonly amount_details: AmountDetails | null
  readonly batch: readonly Batch[]
  readonly tx_details: readonly TransactionDetails[]
  readonly additional_info: string | null
}

/** Payments that the bank booked together, with their number and their order. */
type Batch = {
  readonly msg_id: string | null
  readonly pmt_inf_id: string | null
  readonly nb_of_txs: string | null
  readonly total_minor: bigint | null
  readonly total_currency: string | null
  readonly credit_debit: Direction | null
}

/**
 * Reads a bank entry. Elements are taken wherever a version of the message puts them.
 *
 * @param tx_details read already, one by one while the file came in
 * @throws Refusal for a figure that is garbled or missing
 */
export function bankEntryOf(ntry: Element, tx_details: readonly TransactionDetails[]): BankEntry {
  const amount = amountOf(find(ntry, 'Amt') ?? { name: 'Amt', currency: null, text: '', children: [] })
  return {
    ...(amount as BankAmount),
    credit_debit: directionOf(ntry),
    status: firstText(ntry, ['Sts', 'Cd'], ['Sts', 'Prtry'], ['Sts']),
    reversal: isTrue(textOf(ntry, 'RvslInd')),
    booking_date: dayOf(find(ntry, 'BookgDt')),
    value_date: dayOf(find(ntry, 'ValDt')),
    acct_svcr_ref: textOf(ntry, 'AcctSvcrRef'),
    ntry_ref: textOf(ntry, 'NtryRef'),
    bank_tx_code: transactionCodeOf(find(ntry, 'BkTxCd')),
    charges: chargesOf(ntry),
    amount_details: amountDetailsOf(find(ntry, 'AmtDtls')),
    batch: findAll(ntry, 'NtryDtls', 'Btch').map(batchOf),
    tx_details,
    additional_info: textOf(ntry, 'AddtlNtryInf'),
  }
}

/** Pending and informational bank entries are not booked; one without a status is. */
export function isBooked({ status }: Pick<BankEntry, 'status'>): boolean {
  return status === null || status === 'BOOK'
}

function batchOf(batch: Element): Batch {
  const total = amountOf(find(batch, 'TtlAmt'))
  return {
    msg_id: textOf(batch, 'MsgId'),
    pmt_inf_id: textOf(batch, 'PmtInfId'),
    nb_of_txs: textOf(batch, 'NbOfTxs'),
    total_minor: total?.amount_minor ?? null,
    total_currency: total?.currency ?? null,
    credit_debit: optionalDirection(batch),
  }
}
