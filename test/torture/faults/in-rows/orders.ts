import { CUSTOMER, type DataFault } from './data-fault.ts'

/** What banks are ordered to pay. */
export const ORDER_ROW_FAULTS: readonly DataFault[] = [
  {
    name: 'the amount of an ordered payment is edited',
    simulates: 'the books wait for another payment than the bank was ordered to make',
    sql: `update payment_order_lines set amount_minor = amount_minor - 1 where ${CUSTOMER}`,
    check: 'the file of an order has its payments',
  },
  {
    name: 'the file of an order is exchanged',
    simulates: 'an account of somebody else in the file that is signed, with a hash that fits it',
    sql: `update payment_orders set file = changed.file, file_sha256 = encode(sha256(convert_to(changed.file, 'UTF8')), 'hex')
      from (select replace(file, 'CH9300762011623852957', 'CH5604835012345678009') as file from payment_orders where ${CUSTOMER}) changed
      where ${CUSTOMER}`,
    check: 'the file of an order has its payments',
  },
  {
    name: 'a payment is rejected that no bank has rejected',
    simulates: 'a payable that is ordered a second time while the first payment is made',
    sql: `update payment_order_lines set state = 'rejected' where ${CUSTOMER}`,
    check: 'what the bank rejects is rejected',
  },
]
