import { expect } from 'chai'
import { endpoints } from '../../api/routes.ts'

/** What one change is about, however large the books are. */
const ONE = 'one row and what belongs to it'
const OF_PARTS = 'as many queries as another change, whatever its body lists'

/** Writes whose body is short, and why the database never works long on them. A body that is long is expensive in any case. */
const SHORT_WRITES: Readonly<Record<string, string>> = {
  recordExpenseDocument: 'facts share transactions, in which keys take turns',
  recordCustomerInvoice: 'facts share transactions, in which keys take turns',
  recordJournalVoucher: 'facts share transactions, in which keys take turns',
  recordSourceFacts: 'a batch is expensive whatever it has (handleBatch)',
  reverseSourceFact: ONE,
  withdrawSourceFact: ONE,
  putEndCustomer: ONE,
  putPeriodLock: ONE,
  putExchangeRates: OF_PARTS,
  putSupplierUid: ONE,
  importBankStatement: 'uploads have slots of their own, two of a key',
  importNotification: 'uploads have slots of their own, two of a key',
  reportStatus: 'uploads have slots of their own, two of a key',
  acceptImportDifference: 'the import is a job',
  linkBankEntry: 'the lines of one journal entry',
  reverseBankEntryLink: ONE,
  dismissBankEntry: ONE,
  undismissBankEntry: ONE,
  reverseBankReturn: ONE,
  createBankRule: 'one rule; bank entries are looked at by a job',
  changeBankRule: 'one rule; bank entries are looked at by a job',
  switchBankRule: 'one rule; bank entries are looked at by a job',
  handOffAllocation: OF_PARTS,
  allocatePayment: OF_PARTS,
  reverseAllocation: 'an allocation of 200 lines at most',
  settleSupplierPayable: ONE,
  reverseSettlement: ONE,
  recordManualPayment: ONE,
  reverseManualPayment: ONE,
  createWebhookSubscription: ONE,
  changeWebhookSubscription: ONE,
  rotateWebhookSecret: ONE,
  deleteWebhookSubscription: ONE,
  redeliverWebhooks: ONE,
}

/**
 * A key has one expensive request in work at a time, so that it cannot take the cores from others (decision 61). Each request
 * that may be long says so in its route.
 */
describe('the cost of a request', () => {
  /** A page of a list is classed by its length, and one resource of an id by what one request could make. */
  it('that reads is in its route, unless it is a page of a list or one resource', () => {
    const unclassed = endpoints.filter((endpoint) => {
      if (endpoint.method !== 'get' || ('cost' in endpoint && endpoint.cost)) return false
      const isPage = 'limit' in (endpoint.query.properties ?? {})
      return !isPage && !/\/:\w+_id\b/.test(endpoint.path)
    })
    expect(unclassed.map(({ operation_id }) => operation_id)).to.deep.equal([])
  })

  it('that writes is in its route, or there is a reason why it is always short', () => {
    const unclassed = endpoints.filter((endpoint) => 'accept' in endpoint && !('cost' in endpoint && endpoint.cost))
    expect(unclassed.map(({ operation_id }) => operation_id)).to.have.members(Object.keys(SHORT_WRITES))
  })
})
