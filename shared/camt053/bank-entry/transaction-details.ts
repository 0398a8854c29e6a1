import { type Element, find, findAll, firstText, textOf } from '../element.ts'
import { amountOf, type Direction, type OptionalAmount, optionalDirection } from '../figures.ts'
import { type AmountDetails, amountDetailsOf } from './amount-details.ts'
import { type Charges, chargesOf } from './charges.ts'
import { type CreditorReference, creditorReferenceOf } from './creditor-reference.ts'
import { type BankAccount, bankAccountOf, bicOf, nameOf } from './parties.ts'
import { type ReferredDocument, referredDocumentOf } from './referred-document.ts'
import { type BankTransactionCode, transactionCodeOf } from './transaction-code.ts'

/** One transaction of a bank entry (`TxDtls`). */
export type TransactionDetails = OptionalAmount & {
  /** The place of the amount: beside the details since .03, else among the amount details. */
  readonly amount_source: 'Amt' | 'AmtDtls/TxAmt' | null
  readonly credit_debit: Direction | null
  readonly end_to_end_id: string | null
  readonly acct_svcr_ref: string | null
  readonly msg_id: string | null
  readonly pmt_inf_id: string | null
  readonly instr_id: string | null
  readonly tx_id: string | null
  readonly uetr: string | null
  readonly mandate_id: string | null
  readonly bank_tx_code: BankTransactionCode | null
  readonly creditor_refs: readonly CreditorReference[]
  /** Missing in bank entries that were read before these were. They are no part of the hash. */
  readonly referred_documents?: readonly ReferredDocument[]
  readonly unstructured: readonly string[]
  readonly additional_remittance: readonly string[]
  readonly debtor_name: string | null
  readonly debtor_account: BankAccount | null
  readonly ultimate_debtor_name: string | null
  readonly creditor_name: string | null
  readonly creditor_account: BankAccount | null
  readonly ultimate_creditor_name: string | null
  readonly debtor_agent_bic: string | null
  readonly creditor_agent_bic: string | null
  readonly charges: Charges | null
  readonly amount_details: AmountDetails | null
  readonly return_reason: string | null
  readonly additional_info: string | null
}

/**
 * Reads a transaction. Elements are taken wherever a version of the message puts them.
 *
 * @throws Refusal for a figure that is garbled
 */
export function transactionDetailsOf(tx: Element): TransactionDetails {
  const direct = amountOf(find(tx, 'Amt'))
  const amount = direct ?? amountOf(find(tx, 'AmtDtls', 'TxAmt', 'Amt'))
  const refs = find(tx, 'Refs')
  const parties = find(tx, 'RltdPties')
  const agents = find(tx, 'RltdAgts')
  return {
    amount_minor: amount?.amount_minor ?? null,
    currency: amount?.currency ?? null,
    amount_source: direct ? 'Amt' : amount ? 'AmtDtls/TxAmt' : null,
    credit_debit: optionalDirection(tx),
    end_to_end_id: textOf(refs, 'EndToEndId'),
    acct_svcr_ref: textOf(refs, 'AcctSvcrRef'),
    msg_id: textOf(refs, 'MsgId'),
    pmt_inf_id: textOf(refs, 'PmtInfId'),
    instr_id: textOf(refs, 'InstrId'),
    tx_id: textOf(refs, 'TxId'),
    uetr: textOf(refs, 'UETR'),
    mandate_id: textOf(refs, 'MndtId'),
    bank_tx_code: transactionCodeOf(find(tx, 'BkTxCd')),
    creditor_refs: findAll(tx, 'RmtInf', 'Strd', 'CdtrRefInf').map(creditorReferenceOf),
    referred_documents: findAll(tx, 'RmtInf', 'Strd', 'RfrdDocInf').map(referredDocumentOf),
    unstructured: textsOf(findAll(tx, 'RmtInf', 'Ustrd')),
    additional_remittance: textsOf(findAll(tx, 'RmtInf', 'Strd', 'AddtlRmtInf')),
    debtor_name: nameOf(parties, 'Dbtr'),
    debtor_account: bankAccountOf(find(parties, 'DbtrAcct')),
    ultimate_debtor_name: nameOf(parties, 'UltmtDbtr'),
    creditor_name: nameOf(parties, 'Cdtr'),
    creditor_account: bankAccountOf(find(parties, 'CdtrAcct')),
    ultimate_creditor_name: nameOf(parties, 'UltmtCdtr'),
    debtor_agent_bic: bicOf(find(agents, 'DbtrAgt')),
    creditor_agent_bic: bicOf(find(agents, 'CdtrAgt')),
    charges: chargesOf(tx),
    amount_details: amountDetailsOf(find(tx, 'AmtDtls')),
    return_reason: firstText(tx, ['RtrInf', 'Rsn', 'Cd'], ['RtrInf', 'Rsn', 'Prtry']),
    additional_info: textOf(tx, 'AddtlTxInf'),
  }
}

function textsOf(elements: readonly Element[]): string[] {
  return elements.map(({ text }) => text.trim()).filter((text) => text !== '')
}
