import { CUSTOMER, type DataFault, MIDDLE } from './data-fault.ts'

const FIRST_ITEM = `${CUSTOMER} and open_item_id = (
  select open_item_id from open_items where ${CUSTOMER} order by entry_number limit 1
)`

/** Facts with their states, and the statement tables. */
export const FACT_AND_STATEMENT_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'a fact is edited',
    simulates: 'what a source system sent is changed',
    sql: `update source_facts set request = request || '{"source_system": "x"}' where ${CUSTOMER}`,
    check: 'the fact is as it was sent',
  },
  {
    name: 'the state of a fact is lost',
    simulates: 'a posted fact is blocked again, and would be posted once more',
    sql: `update fact_states set state = 'blocked', journal_entry_id = null where ${CUSTOMER} and state = 'posted'`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a withdrawn fact is booked',
    simulates: 'somebody took a fact back, and it is in the books all the same',
    sql: `update fact_states set state = 'withdrawn', withdrawal = '{}', journal_entry_id = null
      where ${CUSTOMER} and state = 'posted'`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'the list of end customers counts wrongly',
    simulates: 'blocked facts that nobody looks after, as the list shows none',
    sql: `insert into end_customer_figures (end_customer_id, event_number, books_version, name_key)
      select end_customer_id, event_number, books_version, name_key
      from figures_of_end_customers(array[:customer]::uuid[])
      on conflict (end_customer_id) do update set event_number = excluded.event_number,
        books_version = excluded.books_version, counted_marks = end_customer_figures.marks, blocked_facts = 1`,
    check: 'the list of end customers is counted',
  },
  {
    name: 'a fact disappears',
    simulates: 'an entry has nothing that it was made of',
    sql: `delete from source_facts where ${CUSTOMER} and source_fact_id in (select source_id from journal_entries)`,
    check: 'an entry has a source',
  },
  {
    name: 'the state of a fact disappears',
    simulates: 'a fact that waits for nothing and that no read shows',
    sql: `delete from fact_states where ${CUSTOMER} and state = 'posted'`,
    check: 'a fact has one state',
  },
  {
    name: 'the totals are edited',
    simulates: 'a statement table is folded twice, or by hand',
    sql: `update account_period_totals set debit_minor = debit_minor + 1 where ${CUSTOMER}`,
    check: 'statement tables equal the lines',
  },
  {
    name: 'the totals of partners are edited',
    simulates: 'items of a partner are folded twice, or by hand',
    sql: `update partner_period_totals set base_minor = base_minor + 1 where ${CUSTOMER}`,
    check: 'totals of partners equal their items',
  },
  {
    name: 'a partner gets a balance on the other side',
    simulates: 'a receivable that a balance sheet shows as a debt although the customer owes it',
    sql: `insert into other_side_totals (
        end_customer_id, account_code, partner_key, partner_name, period_start, base_minor
      )
      select end_customer_id, account_code, partner_key, partner_key, period_start, 1
      from partner_period_totals where ${CUSTOMER}`,
    check: 'totals of partners equal their items',
  },
  {
    name: 'the name of a partner is lost',
    simulates: 'a claim against a shareholder is not shown apart',
    sql: `delete from partner_names where ${CUSTOMER}`,
    check: 'names of partners are those of their items',
  },
  {
    name: 'a total of tax has no records',
    simulates: 'tax records are folded twice, or by hand: a VAT return with a wrong figure',
    sql: `insert into tax_period_totals
      select end_customer_id, '2026-01-01', 'V81', 810, 'output', '303', '', 'declared', 100, 8, 1
      from ledger_heads where ${CUSTOMER}`,
    check: 'totals of tax equal their records',
  },
  {
    name: 'a total of a tax account has no lines',
    simulates: 'lines with tax are folded twice, or by hand: a tie to the tax accounts that hides a difference',
    sql: `insert into tax_account_totals
      select end_customer_id, '2026-01-01', '2200', 8, 1 from ledger_heads where ${CUSTOMER}`,
    check: 'totals of tax equal their records',
  },
  {
    name: 'a line declares tax that was due already',
    simulates: 'tax stands in two returns: that of the document and that of its payment',
    sql: `update journal_lines set tax_due = jsonb_build_array(tax || '{"kind": "declared"}' || jsonb_build_object(
        'declares', jsonb_build_object('journal_entry_id', (
          select journal_entry_id from journal_entries where ${CUSTOMER} and entry_number = 4
        ), 'line_number', line_number)
      )) where ${CUSTOMER} and entry_number = 4 and tax is not null`,
    check: 'tax that a line makes due is that of an item which the entry has moved',
  },
  {
    name: 'the payment of a document has declared nothing',
    simulates: 'a process of the release before has booked a payment: tax that no return ever has',
    sql: `update vat_registration_changes set consideration = 'received' where ${CUSTOMER};
      update journal_lines set tax = tax || '{"kind": "not_due"}' where ${CUSTOMER} and entry_number = 4 and tax is not null`,
    check: 'tax that payments have settled is the share of what is paid',
  },
  {
    name: 'a record of tax that was taken over has no memo',
    simulates: 'an item with other tax than was taken over with it: payments declare what nobody has stated',
    sql: `update journal_lines set tax_due = '[{"kind": "taken_over", "tax_code": "V81", "direction": "output", "rate_bp": 810,
        "form_figure": "303", "supply_date": "2026-01-01", "base_minor": "100", "tax_minor": "8", "currency": "CHF"}]'
      where ${CUSTOMER} and (entry_number, line_number) = (
        select entry_number, line_number from open_items where ${CUSTOMER} order by entry_number limit 1
      )`,
    check: 'tax that is taken over with an item is that of its memo',
  },
  {
    name: 'tax that was taken over was supplied on another day than its memo says',
    simulates:
      'a line of another year: payments declare it at the rate, and by the method, of a day that nobody has stated',
    sql: `update open_items set tax_lines = '[{"tax_code": "V81", "declared": false, "supply_date": "2025-12-31",
        "net_amount": {"amount_minor": 100, "currency": "CHF"}, "tax_amount": {"amount_minor": 8, "currency": "CHF"}}]'
      where ${FIRST_ITEM};
      update journal_lines set tax_due = '[{"kind": "taken_over", "tax_code": "V81", "direction": "output", "rate_bp": 810,
        "form_figure": "303", "supply_date": "2026-01-01", "base_minor": "100", "tax_minor": "8", "currency": "CHF"}]'
      where ${CUSTOMER} and (entry_number, line_number) = (
        select entry_number, line_number from open_items where ${FIRST_ITEM}
      )`,
    check: 'tax that is taken over with an item is that of its memo',
  },
  {
    name: 'a change of consideration transfers other tax than the memo of an item has',
    simulates: 'tax that another system has declared is taken back at twice its amount, and payments declare as much',
    sql: `update open_items set tax_lines = '[{"tax_code": "V81", "declared": true,
        "net_amount": {"amount_minor": 100, "currency": "CHF"}, "tax_amount": {"amount_minor": 8, "currency": "CHF"}}]'
      where ${FIRST_ITEM};
      update journal_lines set tax_due = jsonb_build_array('{"kind": "declared", "tax_code": "V81", "direction": "output",
        "rate_bp": 810, "form_figure": "303", "supply_date": "2026-01-01", "base_minor": "-200", "tax_minor": "-16",
        "currency": "CHF", "consideration": "received", "whole": {"base_minor": "200", "tax_minor": "16"}}'::jsonb
        || (select jsonb_build_object('declares', jsonb_build_object(
          'journal_entry_id', journal_entry_id, 'line_number', line_number, 'record_number', 1
        )) from open_items where ${FIRST_ITEM}))
      where ${CUSTOMER} and (entry_number, line_number) = (
        select entry_number, line_number from open_items where ${FIRST_ITEM}
      );
      insert into open_item_changes (
        end_customer_id, open_item_id, entry_number, line_number, posting_date, amount_minor, base_amount_minor, purpose
      )
      select end_customer_id, open_item_id, entry_number, 0, posting_date, 0, 0, 'transfer' from open_items
      where ${FIRST_ITEM}`,
    check: 'tax that was declared before its item was taken over is that of its memo',
  },
  {
    name: 'the watermark of tax is ahead',
    simulates: 'a refresh that moved it and did not fold: tax that no return has',
    sql: `update statement_watermarks set tax_entry_number = (
        select last_entry_number from ledger_heads where ${CUSTOMER}
      ) where ${CUSTOMER}; delete from tax_period_totals where ${CUSTOMER}`,
    check: 'totals of tax equal their records',
  },
  {
    name: 'the watermark of taxed movements is ahead',
    simulates: 'a refresh that moved it and did not fold: a yearly reconciliation without its entries',
    sql: `update statement_watermarks set movement_entry_number = (
        select last_entry_number from ledger_heads where ${CUSTOMER}
      ) where ${CUSTOMER}; delete from taxed_movement_totals where ${CUSTOMER}`,
    check: 'totals of taxed movements equal their lines',
  },
  {
    name: 'an ordinary entry becomes a closing entry',
    simulates: 'an expense that leaves the income statement while every sum is right',
    sql: `update journal_entries set entry_type = 'closing' where ${MIDDLE};
      update account_period_totals set entry_type = 'closing' where ${CUSTOMER}`,
    check: 'Opening and closing entries touch only the accounts that they may',
  },
  {
    name: 'the watermark is moved back',
    simulates: 'a refresh that forgot to move it: the next one folds the same lines again',
    sql: `update statement_watermarks set entry_number = entry_number - 1 where ${CUSTOMER}`,
    check: 'statement tables equal the lines',
  },
  {
    name: 'the watermark is ahead',
    simulates: 'a refresh that moved it too far: the next entry is never folded',
    sql: `update statement_watermarks set entry_number = entry_number + 1 where ${CUSTOMER}`,
    check: 'the watermark is within the journal',
  },
  {
    name: 'the watermark is lost together with the totals',
    simulates: 'statements would be empty, and nothing would be folded again',
    sql: `delete from statement_watermarks where ${CUSTOMER}; delete from account_period_totals where ${CUSTOMER}`,
    check: 'the watermark is within the journal',
  },
]
