import { CUSTOMER, type DataFault } from './data-fault.ts'

/** Open items and how they are settled. */
export const MONEY_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'the open amount of a payable is edited',
    simulates: 'a settlement reduced it twice, or not at all',
    sql: `update supplier_payables set open_amount_minor = open_amount_minor + 1 where ${CUSTOMER} and state = 'open'
      and open_amount_minor < amount_minor`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'the open book value of a payable is edited',
    simulates: 'a settlement took its share of the book value twice',
    sql: `update supplier_payables set base_open_amount_minor = base_open_amount_minor - 1 where ${CUSTOMER} and state = 'open'`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'the amount of an open item is edited',
    simulates: 'an open item says something else than its entry',
    sql: `update documents set amount_minor = amount_minor + 100, open_amount_minor = open_amount_minor + 100,
        base_amount_minor = base_amount_minor + 100 where ${CUSTOMER}`,
    check: 'an open item is what its entry booked',
  },
  {
    name: 'an open item is closed by hand',
    simulates: 'a payable is settled although something of it is open',
    sql: `update supplier_payables set state = 'settled' where ${CUSTOMER} and state = 'open'`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'an open item is given more than it had',
    simulates: 'a reversal gave back what somebody had given back before',
    sql: `update open_item_changes change set amount_minor = change.amount_minor + item.amount_minor,
        base_amount_minor = change.base_amount_minor + item.base_amount_minor
      from open_items item
      where change.end_customer_id = item.end_customer_id and change.open_item_id = item.open_item_id
        and item.payment_id is null and change.${CUSTOMER}`,
    check: 'an open item never has more than it was opened with',
  },
  {
    name: 'an open item disappears',
    simulates: 'a posted invoice that nobody is asked to pay',
    sql: `delete from documents where ${CUSTOMER}`,
    check: 'an open item is what nothing has used',
  },
  {
    name: 'a payment takes back tax that its document does not have',
    simulates: 'a voucher reduced a document by more than its tax',
    sql: `update journal_lines line set tax = jsonb_build_object('tax_code', 'I81', 'direction', 'input_operating', 'rate_bp', 810,
        'form_figure', '405', 'supply_date', '2026-04-15', 'reduces', change.open_item_id, 'currency', 'CHF',
        'base_minor', -4000, 'tax_minor', -324)
      from open_item_changes change
      where change.end_customer_id = line.end_customer_id and change.entry_number = line.entry_number and line.entry_number = 6
        and line.line_number = 2 and line.${CUSTOMER}`,
    check: 'reductions of a document take no more of its tax than it has',
  },
  {
    name: 'a discount is booked without its tax',
    simulates: 'an allocation booked its discount gross on 3800',
    sql: `update allocations set request = jsonb_set(request, '{lines,0,deductions}', '[{"type": "discount", "amount":
        {"amount_minor": 1000, "currency": "CHF"}}]') where ${CUSTOMER}`,
    check: 'deductions reduce the taxes of their document',
  },
  {
    name: 'a settlement says that it paid other money than it moved',
    simulates: 'a payable in another currency was booked with what it closes in place of what was paid',
    sql: `update supplier_settlements set terms = '{"paid": {"amount_minor": 4900, "currency": "EUR"}}' where ${CUSTOMER}`,
    check: 'what was paid in another currency is what the entry has moved',
  },
  {
    name: 'a deduction stands on another account than its request says',
    simulates: 'what a customer kept for himself was booked as something else',
    sql: `update allocations set request = jsonb_set(request, '{lines,0,deductions}', '[{"type": "other", "account_code":
        "6300", "amount": {"amount_minor": 1000, "currency": "CHF"}}]') where ${CUSTOMER}`,
    check: 'a deduction stands on the account that it names',
  },
  {
    name: 'an allocation has no entry',
    simulates: 'an allocation is posted, and the bank was never booked',
    sql: `update allocations set journal_entry_id = gen_random_uuid() where ${CUSTOMER}`,
    check: 'a source is booked as its state says',
  },
  {
    name: 'a posted allocation is a draft again',
    simulates: 'somebody may give it up, and its entry would stay',
    sql: `update allocations set state = 'draft' where ${CUSTOMER}`,
    check: 'an allocation or settlement has the entries of its state',
  },
  {
    name: 'a settlement is reversed without an entry',
    simulates: 'a booked settlement gave back what it had taken',
    sql: `update supplier_settlements set state = 'reversed' where ${CUSTOMER};
      update supplier_payables set open_amount_minor = amount_minor, base_open_amount_minor = base_amount_minor
      where ${CUSTOMER} and state = 'open';
      update camt053_entries set used_minor = 0 where ${CUSTOMER}`,
    check: 'an allocation or settlement has the entries of its state',
  },
  {
    name: 'a movement of an open item is edited',
    simulates: 'a settlement took something else from the item than its line says',
    sql: `update open_item_changes set amount_minor = amount_minor - 1 where ${CUSTOMER}`,
    check: 'a line on a control account moves an open item',
  },
  {
    name: 'a movement of an open item disappears',
    simulates: 'an allocation was booked and the list of that day shows the invoice as open',
    sql: `delete from open_item_changes where ${CUSTOMER} and purpose = 'payment'`,
    check: 'a line on a control account moves an open item',
  },
  {
    name: 'an open item is closed a day too early',
    simulates: 'the list of that day lacks an invoice that nobody had paid',
    sql: `update open_items set closed_on = closed_on - 1 where ${CUSTOMER}`,
    check: 'an open item is found on the days on which it was open',
  },
  {
    name: 'the rest of an open item is edited',
    simulates: 'a list shows an amount that was never open',
    sql: `update open_items set rest_minor = coalesce(rest_minor, 0) + 1 where ${CUSTOMER} and used_from is not null`,
    check: 'an open item is found on the days on which it was open',
  },
  {
    name: 'a list of a day reads a day too few of an open item',
    simulates: 'the page of that day lacks an invoice that the items have',
    sql: `update open_item_spans set first_day = first_day + 1 where ${CUSTOMER}`,
    check: 'lists of a day have an open item as it is',
  },
  {
    name: 'a list of a day adds an open item to somebody else',
    simulates: 'what a partner owes stands below another one',
    sql: `update open_item_groups set partner_name = partner_name || ' Nachfolger' where ${CUSTOMER}`,
    check: 'lists of a day have an open item as it is',
  },
  {
    name: 'the credit of a payment is edited',
    simulates: 'a customer may use credit that the ledger does not have',
    sql: `update payments set credit_minor = 1 where ${CUSTOMER}`,
    check: 'the credit of a payment is its open item',
  },
  {
    name: 'credit is of somebody else',
    simulates: 'a payment was booked anew for another customer, and its credit stayed with the first',
    sql: `update open_items set payment_id = (select payment_id from payments where ${CUSTOMER} limit 1)
      where ${CUSTOMER} and kind = 'payable'`,
    check: 'the credit of a payment is of the partner for whom it was booked',
  },
  {
    name: 'credit outlives the booking of its payment',
    simulates: 'a customer has credit out of a payment that was booked for another one since',
    sql: `update open_items set payment_id = (select payment_id from payments where ${CUSTOMER} limit 1)
      where ${CUSTOMER} and kind = 'payable'`,
    check: 'credit whose booking was reversed has nothing left',
  },
  {
    name: 'a line from before has too much left',
    simulates: 'an old line on a control account is given items twice',
    sql: `insert into legacy_lines select end_customer_id, entry_number, line_number, account_code, posting_date,
        transaction_currency, debit_minor - credit_minor, debit_minor - credit_minor, 1, 1
      from journal_lines where ${CUSTOMER} and account_code = '6500' limit 1`,
    check: 'a line from before open items has left what nothing took',
  },
  {
    name: 'a line from before has less than nothing left',
    simulates: 'two vouchers gave the same old line items',
    sql: `insert into legacy_lines select end_customer_id, entry_number, line_number, account_code, posting_date,
        transaction_currency, debit_minor - credit_minor, debit_minor - credit_minor, credit_minor - debit_minor,
        credit_minor - debit_minor
      from journal_lines where ${CUSTOMER} and account_code = '6500' and debit_minor > 0 limit 1;
      insert into legacy_line_uses select end_customer_id, entry_number, line_number, by_entry_number, line_number,
        posting_date, amount_minor, base_amount_minor
      from legacy_lines cross join (values (1), (2)) by (by_entry_number) where ${CUSTOMER}`,
    check: 'a line from before open items never gives more than it had',
  },
  {
    name: 'a total of a control account is edited',
    simulates: 'a refresh folded an open item twice',
    sql: `update control_account_totals set item_minor = item_minor + 1, item_base_minor = item_base_minor + 1
      where ${CUSTOMER} and account_code = '1100'`,
    check: 'Open items come to the balance of their control account, beside lines from before there were open items',
  },
  {
    name: 'a total of a control account is gone',
    simulates: 'a refresh left a month of a control account out, of lines and of items',
    sql: `delete from control_account_totals where ${CUSTOMER} and account_code = '2000'`,
    check: 'totals of control accounts equal lines and items',
  },
]
