import { type Example, ours } from '../example.ts'
import { BANK_STATEMENT } from './bank-statement.ts'

/** One collective credit of February, as both messages have it. */
const batch = (details: string) => `<Ntry>
        <Amt Ccy="CHF">540.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-02-10</Dt></BookgDt><ValDt><Dt>2026-02-10</Dt></ValDt>
        <AcctSvcrRef>SAMMEL-0210</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>VCOM</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${details}</NtryDtls>
        <AddtlNtryInf>Sammelgutschrift QR-Rechnung</AddtlNtryInf>
      </Ntry>`

const detail = (amount: string, name: string, reference: string) => `<TxDtls>
          <Amt Ccy="CHF">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd>
          <RltdPties><Dbtr><Pty><Nm>${name}</Nm></Pty></Dbtr></RltdPties>
          <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>${reference}</Ref></CdtrRefInf></Strd></RmtInf>
        </TxDtls>`

const WITH_A_BATCH = BANK_STATEMENT.replaceAll('STMT-2026-01', 'BATCH-2026-02')
  .replace(/<ElctrncSeqNb>.*<\/FrToDt>/s, '')
  .replace(/<Bal>.*<\/Bal>\s*/s, '')
  .replace(/<Ntry>.*<\/Ntry>/s, batch(''))

const NOTIFICATION = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>NTF-2026-0210</MsgId><CreDtTm>2026-02-10T20:15:00+01:00</CreDtTm></GrpHdr>
    <Ntfctn>
      <Id>NTF-2026-0210</Id><Acct><Id><IBAN>CH9300762011623852957</IBAN></Id></Acct>
      ${batch(detail('324.30', 'Gasthof Löwen AG', '210000000003139471430009025') + detail('216.20', 'Müller &amp; Söhne', '210000000003139471430009033'))}
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>
`

/** A collective credit, and the notification that says who has paid. */
export const NOTIFICATIONS: readonly Example[] = [
  {
    name: 'notification',
    operation_id: 'importNotification',
    summary: 'The details of a collective credit, before the bank statement has it',
    request: () => ({ query: ours, body: NOTIFICATION }),
  },
  {
    name: 'notification-that-is-a-statement',
    operation_id: 'importNotification',
    summary: 'A bank statement is no notification',
    status: 422,
    request: () => ({ query: ours, body: WITH_A_BATCH }),
  },
  {
    name: 'notification-import',
    operation_id: 'getNotificationImport',
    summary: 'The import, with the figures of its notifications',
    request: (of) => ({ path: { import_id: of('notification', '/id') } }),
  },
  {
    name: 'statement-with-a-batch',
    operation_id: 'importBankStatement',
    summary: 'The bank statement with the collective credit, without its details',
    request: () => ({ query: ours, body: WITH_A_BATCH }),
  },
  {
    name: 'notifications',
    operation_id: 'listNotifications',
    summary: 'Notified bookings that belong to bookings of bank statements',
    request: () => ({ query: { ...ours, state: 'joined' } }),
  },
  {
    name: 'notified-booking',
    operation_id: 'getNotification',
    summary: 'Its details are the payments of the collective credit',
    request: (of) => ({ path: { notification_id: of('notifications', '/data/0/id') } }),
  },
]
