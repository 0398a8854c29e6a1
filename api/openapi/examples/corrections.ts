import { chf, type Example, ours } from './example.ts'

/** Reversals, manual payments, the end of a year, and the feed that reports all of it. */
export const CORRECTIONS: readonly Example[] = [
  {
    name: 'reversal-of-a-fact-in-use',
    operation_id: 'reverseSourceFact',
    summary: 'A payment is booked on the invoice; the detail names the allocation to undo first',
    status: 409,
    request: (of) => ({
      path: { source_fact_id: of('invoice', '/id') },
      body: { ...ours, reason: 'Rechnung war doppelt.' },
    }),
  },
  {
    name: 'reversal-tried',
    operation_id: 'reverseSourceFact',
    summary: 'The entry that the reversal would book, and its day; nothing is stored',
    status: 200,
    request: (of) => ({
      path: { source_fact_id: of('batch', '/data/0/source_fact/id') },
      query: { dry_run: true },
      body: { ...ours, reason: 'Beleg gehört einer anderen Firma.' },
    }),
  },
  {
    name: 'reversal-of-a-fact',
    operation_id: 'reverseSourceFact',
    summary: 'A document of the wrong company is taken back',
    request: (of) => ({
      path: { source_fact_id: of('batch', '/data/0/source_fact/id') },
      body: { ...ours, reason: 'Beleg gehört einer anderen Firma.' },
    }),
  },
  {
    name: 'reversal-of-an-allocation',
    operation_id: 'reverseAllocation',
    summary: 'The payment was for another invoice',
    request: (of) => ({
      path: { allocation_id: of('allocation', '/id') },
      body: { ...ours, reason: 'Zahlung war für eine andere Rechnung.', posting_date: '2026-01-31' },
    }),
  },
  {
    name: 'reversal-of-a-settlement',
    operation_id: 'reverseSettlement',
    summary: 'The bank has paid somebody else',
    request: (of) => ({
      path: { supplier_payable_id: of('payables', '/data/0/id'), settlement_id: of('settlement', '/id') },
      body: { ...ours, reason: 'Belastung betrifft einen anderen Lieferanten.' },
    }),
  },
  {
    name: 'manual-payment',
    operation_id: 'recordManualPayment',
    summary: 'Cash at the counter, as evidence only',
    request: () => ({
      body: {
        ...ours,
        amount: chf(5_000),
        event_date: '2026-01-20',
        source_channel: 'cash',
        reference: 'Quittung 17',
      },
    }),
  },
  {
    name: 'manual-payments',
    operation_id: 'listManualPayments',
    summary: 'Manual payments that stand',
    request: () => ({ query: { ...ours, state: 'recorded' } }),
  },
  {
    name: 'manual-payment-as-it-is',
    operation_id: 'getManualPayment',
    summary: 'One manual payment',
    request: (of) => ({ path: { payment_id: of('manual-payment', '/id') } }),
  },
  {
    name: 'reversal-of-a-manual-payment',
    operation_id: 'reverseManualPayment',
    summary: 'The amount was wrong; the right one takes its place',
    request: (of) => ({
      path: { payment_id: of('manual-payment', '/id') },
      body: {
        ...ours,
        reason: 'Betrag falsch erfasst.',
        correction: { amount: chf(5_500), event_date: '2026-01-20', source_channel: 'cash', reference: 'Quittung 17' },
      },
    }),
  },
  {
    name: 'closing-with-open-facts',
    operation_id: 'closeFiscalYear',
    summary: 'A fact of the year is not booked, and the year before is still open',
    status: 409,
    request: () => ({
      path: { fiscal_year_id: 'FY2026' },
      body: { ...ours, reason: 'Jahresabschluss 2026' },
    }),
  },
  {
    name: 'withdrawal-tried',
    operation_id: 'withdrawSourceFact',
    summary: 'It could be withdrawn; nothing is stored',
    status: 200,
    request: (of) => ({
      path: { source_fact_id: of('expense-without-receipt', '/id') },
      query: { dry_run: true },
      body: { ...ours, reason: 'Privater Einkauf, kein Aufwand der Firma.' },
    }),
  },
  {
    name: 'withdrawal-of-a-fact',
    operation_id: 'withdrawSourceFact',
    summary: 'The blocked expense was a mistake: it never books itself',
    request: (of) => ({
      path: { source_fact_id: of('expense-without-receipt', '/id') },
      body: { ...ours, reason: 'Privater Einkauf, kein Aufwand der Firma.' },
    }),
  },
  {
    name: 'withdrawal-of-a-posted-fact',
    operation_id: 'withdrawSourceFact',
    summary: 'What is booked is reversed and not withdrawn',
    status: 409,
    request: (of) => ({
      path: { source_fact_id: of('expense', '/id') },
      body: { ...ours, reason: 'Beleg war doppelt.' },
    }),
  },
  {
    name: 'closing',
    operation_id: 'closeFiscalYear',
    summary: 'The year is revised',
    request: () => ({ path: { fiscal_year_id: 'FY2025' }, body: { ...ours, reason: 'Jahresabschluss 2025' } }),
  },
  {
    name: 'reopening',
    operation_id: 'reopenFiscalYear',
    summary: 'A late correction of the auditor',
    request: () => ({ path: { fiscal_year_id: 'FY2025' }, body: { ...ours, reason: 'Nachtragsbuchung Revision' } }),
  },
  {
    name: 'fiscal-year',
    operation_id: 'getFiscalYear',
    summary: 'Closed and opened again: who, when, why, and the hash of what was kept',
    request: () => ({ path: { fiscal_year_id: 'FY2025' }, query: ours }),
  },
  {
    name: 'period-lock',
    operation_id: 'putPeriodLock',
    summary: 'The VAT return of the year has been sent',
    request: () => ({
      body: { ...ours, locked_through: '2025-12-31', reason: 'MWST-Abrechnung 2. Semester 2025 eingereicht' },
    }),
  },
  {
    name: 'period-locks',
    operation_id: 'getPeriodLocks',
    summary: 'The lock in force and how it came about',
    request: () => ({ query: ours }),
  },
  {
    name: 'end-customers',
    operation_id: 'listEndCustomers',
    summary: 'Whoever has most blocked facts first',
    request: () => ({ query: { attention: 'any', order: 'blocked_facts', limit: 10 } }),
  },
  {
    name: 'events',
    operation_id: 'listEvents',
    summary: 'Everything that has happened, from the beginning',
    request: () => ({ query: { ...ours, after: 0 } }),
  },
  {
    name: 'events-ahead-of-the-feed',
    operation_id: 'listEvents',
    summary: 'A position that the feed has not reached',
    status: 400,
    request: () => ({ query: { ...ours, after: 1000 } }),
  },
]
