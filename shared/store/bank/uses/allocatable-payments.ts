import { sql } from '../../db/database.ts'

/**
 * Whether the bank entry of a payment can still be booked by its allocation, or is booked by one: a condition on payments.
 * A payment that a voucher or a link has booked, whose bank entry is dismissed or whose details are payments in its place
 * cannot be allocated.
 */
export const isAllocatable = sql.fragment`(superseded_by is null and (
  booked_by is not null or exists (
    select from bank_entry_uses used
    where used.end_customer_id = payments.end_customer_id and used.payment_id = payments.payment_id
      and used.used_by = 'allocation' and used.state <> 'released'
  ) or exists (
    select from camt053_entries bank_entry
    where bank_entry.end_customer_id = payments.end_customer_id and bank_entry.entry_id = payments.entry_id
      and bank_entry.dismissed_by is null and coalesce(bank_entry.repeat_state = 'new', true)
      and bank_entry.used_minor + payments.amount_minor <= bank_entry.amount_minor
      and not exists (
        select from bank_entry_uses used
        where used.end_customer_id = payments.end_customer_id and used.payment_id = payments.payment_id
          and used.state <> 'released'
      )
  )
))`
