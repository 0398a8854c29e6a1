import type { LinesOfItems } from '../../accounting/settlement/lines-of-items.ts'
import { row, sql, type Tx } from '../db/database.ts'
import type { NewSettlement, SettlementRow } from './settlements.ts'

/** Writes a settlement and takes its amounts out of the payable and the evidence, so that nothing else uses them. */
export async function insertSettlement(tx: Tx, settlement: NewSettlement): Promise<void> {
  await tx.query(sql.type(row())`
    with reserved as (
      update open_items set open_amount_minor = open_amount_minor - ${settlement.amount_minor},
        base_open_amount_minor = base_open_amount_minor - ${settlement.base_amount_minor},
        state = state_of_item(open_amount_minor - ${settlement.amount_minor})
      where end_customer_id = ${settlement.end_customer_id} and open_item_id = ${settlement.supplier_payable_id}
    ), used as (
      update camt053_entries set used_minor = used_minor + ${settlement.evidence_used_minor}
      where end_customer_id = ${settlement.end_customer_id} and entry_id = ${settlement.evidence_entry_id}::uuid
    )
    insert into supplier_settlements (
      end_customer_id, settlement_id, supplier_payable_id, settlement_date, currency, amount_minor, base_amount_minor,
      open_amount_before_minor, bank_reference, evidence_sha256, evidence_entry_id, evidence_used_minor,
      bank_base_minor, bank_account, reviewer_justification, terms, actor_id, request_id, created_at
    ) values (
      ${settlement.end_customer_id}, ${settlement.settlement_id}, ${settlement.supplier_payable_id},
      ${settlement.settlement_date}, ${settlement.currency}, ${settlement.amount_minor},
      ${settlement.base_amount_minor}, ${settlement.open_amount_before_minor}, ${settlement.bank_reference},
      ${settlement.evidence_sha256}, ${settlement.evidence_entry_id}, ${settlement.evidence_used_minor},
      ${settlement.bank_base_minor}, ${settlement.bank_account}, ${settlement.reviewer_justification},
      ${settlement.terms && JSON.stringify(settlement.terms)}::jsonb, ${settlement.actor_id}, ${settlement.request_id}, ${settlement.created_at}::timestamptz
    )
  `)
}

type SettlementKey = Pick<SettlementRow, 'end_customer_id' | 'settlement_id'>

/** @param on the lines of its entry that move items: the journal writes the movements down from these */
export async function markSettlementPosted(
  tx: Tx,
  settlement: SettlementKey,
  journal_entry_id: string,
  on: LinesOfItems,
): Promise<void> {
  await tx.query(sql.type(row())`
    update supplier_settlements set state = 'posted', journal_entry_id = ${journal_entry_id},
      payable_line_number = ${on.closed[0] ?? null}, advance_line_number = ${on.ofMoney?.line_number ?? null},
      advance_account_code = ${on.ofMoney?.account_code ?? null}
    where end_customer_id = ${settlement.end_customer_id} and settlement_id = ${settlement.settlement_id}
  `)
}

/** Gives the amounts of a settlement back: the payable is open again and the evidence unused. */
export async function releaseSettlement(
  tx: Tx,
  settlement: SettlementRow,
  reversal_entry_id: string | null,
): Promise<void> {
  const { end_customer_id, settlement_id, supplier_payable_id } = settlement
  await tx.query(sql.type(row())`
    with released as (
      update supplier_settlements set state = 'reversed', reversal_journal_entry_id = ${reversal_entry_id}
      where end_customer_id = ${end_customer_id} and settlement_id = ${settlement_id}
    ), undone as (
      -- An advance that it had opened; nothing has used it.
      update open_items set state = 'reversed', open_amount_minor = 0, base_open_amount_minor = 0
      where end_customer_id = ${end_customer_id} and open_item_id = ${settlement_id}
    ), unused as (
      -- Where the money came back, its bank entry has moved all the same, and nothing of it is free.
      update camt053_entries set used_minor = used_minor - ${settlement.evidence_used_minor}
      where end_customer_id = ${end_customer_id} and entry_id = ${settlement.evidence_entry_id}::uuid
        and (${reversal_entry_id}::uuid is null or not exists (
          select from bank_returns
          where end_customer_id = ${end_customer_id} and subject_id = ${settlement_id} and source_fact_id is null
            and undone_at is null
        ))
    )
    update open_items set open_amount_minor = open_amount_minor + ${settlement.amount_minor},
      base_open_amount_minor = base_open_amount_minor + ${settlement.base_amount_minor}, state = 'open'
    where end_customer_id = ${end_customer_id} and open_item_id = ${supplier_payable_id}
  `)
}
