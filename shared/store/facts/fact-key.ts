/** Types of the columns that identify a fact, for `recordset`. */
export const FACT_KEY = { end_customer_id: 'uuid', source_fact_id: 'uuid' } as const
