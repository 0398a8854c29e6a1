import { type Element, find, findAll, firstText, textOf } from '../element.ts'
import { amountOf, type BankAmount, type Direction, dayOf, directionOf, optionalDirection } from '../figures.ts'

export type BankTransactionCode = {
  readonly domain: string | null
  readonly family: string | null
  readonly subfamily: string | null
  readonly proprietary: string | null
  readonly proprietary_issuer: string | null
}

export type ChargeRecord = Nullable<BankAmount> & {
  readonly credit_debit: Direction | null
  readonly included: boolean | null
  readonly bearer: string | null
  readonly type: string | null
}
export type Charges = {
  readonly total_minor: bigint | null
  readonly total_currency: string | null
  readonly records: readonly ChargeRecord[]
}

type Nullable<T> = { readonly [K in keyof T]: T[K] | null }
type Exchange = Readonly<Record<'source' | 'target' | 'unit' | 'rate', string | null>>
export type AmountDetails = Readonly<Record<string, Nullable<BankAmount> & { readonly exchange?: Exchange }>>

export type BankAccount = {
  readonly iban: string | null
  readonly other: string | null
  readonly currency: string | null
  readonly name: string | null
}

export type CreditorReference = {
  readonly type: string | null
  readonly issuer: string | null
  readonly ref: string | null
}

/** One transaction of an entry (`TxDtls`). */
export type TransactionDetails = Nullable<BankAmount> & {
  /** Where the amount stands: of its own since .03, else among the amount details. */
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

export type Batch = {
  readonly msg_id: string | null
  readonly pmt_inf_id: string | null
  readonly nb_of_txs: string | null
  readonly total_minor: bigint | null
  readonly total_currency: string | null
  readonly credit_debit: Direction | null
}

/** One booking of the bank (`Ntry`), in the words of ISO 20022. Amounts are in minor units of their currency. */
export type BankEntry = BankAmount & {
  readonly credit_debit: Direction
  /** BOOK, PDNG, INFO or another code; null where the bank says nothing, which counts as booked. */
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

/**
 * Reads an entry. Elements are taken wherever a version of the message puts them.
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

export function transactionDetailsOf(tx: Element): TransactionDetails {
  const own = amountOf(find(tx, 'Amt'))
  const amount = own ?? amountOf(find(tx, 'AmtDtls', 'TxAmt', 'Amt'))
  const refs = find(tx, 'Refs')
  const parties = find(tx, 'RltdPties')
  const agents = find(tx, 'RltdAgts')
  return {
    amount_minor: amount?.amount_minor ?? null,
    currency: amount?.currency ?? null,
    amount_source: own ? 'Amt' : amount ? 'AmtDtls/TxAmt' : null,
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

export function bicOf(agent: Element | undefined): string | null {
  return firstText(agent, ['FinInstnId', 'BICFI'], ['FinInstnId', 'BIC'])
}

export function bankAccountOf(account: Element | undefined): BankAccount | null {
  if (!account) return null
  return {
    iban: textOf(account, 'Id', 'IBAN'),
    other: firstText(account, ['Id', 'Othr', 'Id'], ['Id', 'PrtryAcct', 'Id'], ['Prxy', 'Id']),
    currency: textOf(account, 'Ccy'),
    name: textOf(account, 'Nm'),
  }
}

export function isTrue(text: string | null): boolean {
  return text === 'true' || text === '1'
}

function nameOf(parties: Element | undefined, party: string): string | null {
  return firstText(parties, [party, 'Nm'], [party, 'Pty', 'Nm'], [party, 'Agt', 'FinInstnId', 'Nm'])
}

function textsOf(elements: readonly Element[]): string[] {
  return elements.map(({ text }) => text.trim()).filter((text) => text !== '')
}

function creditorReferenceOf(info: Element): CreditorReference {
  return {
    type: firstText(info, ['Tp', 'CdOrPrtry', 'Cd'], ['Tp', 'CdOrPrtry', 'Prtry']),
    issuer: textOf(info, 'Tp', 'Issr'),
    ref: textOf(info, 'Ref'),
  }
}

function transactionCodeOf(code: Element | undefined): BankTransactionCode | null {
  if (!code) return null
  return {
    domain: textOf(code, 'Domn', 'Cd'),
    family: textOf(code, 'Domn', 'Fmly', 'Cd'),
    subfamily: textOf(code, 'Domn', 'Fmly', 'SubFmlyCd'),
    proprietary: textOf(code, 'Prtry', 'Cd'),
    proprietary_issuer: textOf(code, 'Prtry', 'Issr'),
  }
}

/** Up to .02 the figures stand in `Chrgs` itself, later in its records. */
function chargesOf(parent: Element): Charges | null {
  const all = findAll(parent, 'Chrgs')
  if (all.length === 0) return null
  const total = amountOf(all.map((charges) => find(charges, 'TtlChrgsAndTaxAmt')).find(Boolean))
  const records = all.flatMap((charges) => {
    const later = findAll(charges, 'Rcrd')
    return later.length > 0 || !find(charges, 'Amt') ? later : [charges]
  })
  return {
    total_minor: total?.amount_minor ?? null,
    total_currency: total?.currency ?? null,
    records: records.map((record) => {
      const amount = amountOf(find(record, 'Amt'))
      const included = textOf(record, 'ChrgInclInd')
      return {
        amount_minor: amount?.amount_minor ?? null,
        currency: amount?.currency ?? null,
        credit_debit: optionalDirection(record),
        included: included === null ? null : isTrue(included),
        bearer: textOf(record, 'Br'),
        type: firstText(record, ['Tp', 'Cd'], ['Tp', 'Prtry', 'Id'], ['Tp', 'Prtry']),
      }
    }),
  }
}

const AMOUNTS = { InstdAmt: 'instructed', TxAmt: 'transaction', CntrValAmt: 'counter_value' } as const

function amountDetailsOf(details: Element | undefined): AmountDetails | null {
  if (!details) return null
  const found = Object.entries(AMOUNTS).flatMap(([name, key]) => {
    const element = find(details, name)
    const amount = amountOf(find(element, 'Amt'))
    if (!element || !amount) return []
    const exchange = exchangeOf(find(element, 'CcyXchg'))
    return [[key, { ...amount, ...(exchange ? { exchange } : {}) }]]
  })
  return found.length > 0 ? Object.fromEntries(found) : null
}

function exchangeOf(exchange: Element | undefined): Exchange | null {
  if (!exchange) return null
  return {
    source: textOf(exchange, 'SrcCcy'),
    target: textOf(exchange, 'TrgtCcy'),
    unit: textOf(exchange, 'UnitCcy'),
    rate: textOf(exchange, 'XchgRate'),
  }
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
