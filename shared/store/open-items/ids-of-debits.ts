import { sql } from '../db/database.ts'

/** The ids of payments that a debit of `camt053_entries` names. */
export const endToEndIdsOf = sql.fragment`array(
  select tx ->> 'end_to_end_id'
  from (
    select camt053_entries.entry
    union all
    -- Details of a batch may come in a notification of their own.
    select notified.entry from camt054_entries notified
    where notified.end_customer_id = camt053_entries.end_customer_id
      and notified.entry_id = camt053_entries.entry_id
  ) told, jsonb_array_elements(told.entry -> 'tx_details') tx
  where tx ->> 'end_to_end_id' is not null
)`

/** The ids of batches that it names. */
export const paymentInformationIdsOf = sql.fragment`array(
  select part ->> 'pmt_inf_id'
  from jsonb_array_elements((camt053_entries.entry -> 'batch') || (camt053_entries.entry -> 'tx_details')) part
  where part ->> 'pmt_inf_id' is not null
)`

/** Whether the debit names a `line` of an order, or its batch. */
export const namesLine = sql.fragment`(
  line.end_to_end_id = any(array(select upper(id) from unnest(${endToEndIdsOf}) id))
  or line.payment_information_id = any(array(select upper(id) from unnest(${paymentInformationIdsOf}) id))
)`
